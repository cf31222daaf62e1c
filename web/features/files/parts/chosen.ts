import type { Folder, File as StoredFile } from '#contract/entries.ts';

/** A folder or file that something is done with. */
export type Chosen = { entry: Folder | StoredFile; thing: 'folder' | 'file' };
