import { type Lying, parentOf } from './listing-cache.ts';

/** Folders and files that are in one folder; null is Root. */
export type Place = { folderId: string | null; ids: readonly string[] };

/** Folders and files, grouped by the folders that they are in. */
export function placesOf(things: readonly ({ id: string } & Lying)[]): Place[] {
  return [...Map.groupBy(things, parentOf)].map(([folderId, there]) => ({ folderId, ids: there.map(({ id }) => id) }));
}

/** The address of the page of a folder; null is Root. */
export function folderAddress(folderId: string | null): string {
  return folderId === null ? '/task' : `/folder/${folderId}`;
}
