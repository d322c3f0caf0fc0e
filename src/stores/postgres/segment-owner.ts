/** The owner of the terms of contents; those of messages belong to their view. */
export const CONTENT_TERMS = '0';
