import type { Folder, File as StoredFile } from '#contract/records/entries.ts';

/** The folder or file that an action is for. */
export type ActionTarget = { entry: Folder | StoredFile; kind: 'folder' | 'file' };
