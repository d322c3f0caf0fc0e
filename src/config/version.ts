// Replaced by the number in package.json when the command is built.
declare const KNAP_VERSION: string | undefined;

/** The version this is; `development` when run from the sources. */
export const VERSION: string = typeof KNAP_VERSION === 'string' ? KNAP_VERSION : 'development';
