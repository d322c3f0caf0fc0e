import { STATE_FOLDER } from '../config/state-folder.ts';

/** Where packs are kept, below the root. */
export const PACKS_FOLDER = `${STATE_FOLDER}/packs`;
