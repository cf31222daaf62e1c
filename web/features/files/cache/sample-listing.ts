/** For tests: entries and listings in which nothing matters but what a test says. */
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { Listing } from './listing.ts';

const userId = 'person';
const contents = { folders: 0, files: 0, bytes: 0 };
const root = { id: null, name: 'Root', parentId: null, userId, path: [] as [], contents } as const;

export function folder(id: string, part: Partial<Folder> = {}): Folder {
  return {
    id,
    name: id,
    parentId: null,
    userId,
    path: [],
    createdAt: 1,
    contents,
    pictures: [],
    starred: false,
    ...part,
  };
}

export function file(id: string, part: Partial<StoredFile> = {}): StoredFile {
  const sizes = {
    size: 1,
    contentType: 'text/plain',
    modifiedAt: 1,
    takenAt: null,
    preview: null,
    version: 1,
    starred: false,
  };
  return { id, name: id, url: `/content/${id}`, createdAt: 1, folderId: null, userId, ...sizes, ...part };
}

export function listing(part: Partial<Listing> = {}): Listing {
  return { folder: root, folders: [], files: [], revision: 0, ...part };
}
