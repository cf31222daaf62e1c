import { z } from 'zod';
import { maxFolderPictures } from '../previews.ts';

export const entryId = z.uuid().describe('The id of a folder or file (UUID).');

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const timestamp = z.int().min(0);

/** The last millisecond of a Date (ECMA-262, section 21.4.1.1): a later one has no text. */
export const maxTime = 8.64e15;

/** A time that a client says. */
export const saidTime = timestamp.max(maxTime);

/** Such a time as it is told: a version before took later ones. */
export function toldTime<Time extends number | null>(ms: Time): Time | number {
  return ms !== null && ms > maxTime ? maxTime : ms;
}

/** What is live below a folder, at any depth. */
export const contents = z
  .object({
    folders: z.int().min(0),
    files: z.int().min(0),
    bytes: z.int().min(0).describe('Of the current versions of the files'),
  })
  .meta({ id: 'Contents' });

const ancestor = z.object({ id: entryId, name: z.string() });

/** A folder record (specification, section 3). `path` lists the ancestors from the top, without Root. */
export const folder = z
  .object({
    id: entryId,
    name: z.string(),
    parentId: entryId.nullable().describe('null for a folder in Root'),
    userId: z.string(),
    path: z.array(ancestor),
    createdAt: timestamp,
    contents: contents.describe('Everything below it that is not in Trash'),
    pictures: z
      .array(z.object({ url: z.string() }))
      .max(maxFolderPictures)
      .describe('Thumbnails of pictures directly in it, the newest first'),
    starred: z.boolean(),
  })
  .meta({ id: 'Folder' });

/** A folder in a listing, which names the path of all of them once. */
export const listedFolder = folder.omit({ path: true }).meta({ id: 'ListedFolder' });

/** The virtual folder that holds everything: id null, name Root, empty path (specification, section 3). */
export const rootFolder = z
  .object({
    id: z.null(),
    name: z.literal('Root'),
    parentId: z.null(),
    userId: z.string(),
    path: z.tuple([]),
    contents: contents.describe('Everything that is not in Trash'),
  })
  .meta({ id: 'RootFolder' });

/**
 * The thumbnail of a file, or of its first page, cover or frame. `making`: it will follow with a change of the file. `made`: `url` is a WebP of at most 512 pixels
 * a side, `screenUrl` one of at most 2,048; `width` and `height` are those of the full picture, upright; `blur` is a data
 * URI to show while it loads.
 */
export const preview = z.discriminatedUnion('state', [
  z.object({ state: z.literal('making') }),
  z.object({
    state: z.literal('made'),
    url: z.string(),
    screenUrl: z
      .string()
      .nullable()
      .describe('null if `url` has all the pixels that there are, or if it is still to be made'),
    width: z.int().min(1),
    height: z.int().min(1),
    blur: z.string(),
    seconds: z.number().nullable().describe('How long a film or a sound plays; null for everything else'),
  }),
]);

/** A file record (specification, section 3) with what a tile shows: size in bytes, type, time of modification, version. */
export const file = z
  .object({
    id: entryId,
    name: z.string(),
    url: z.string().describe('Opens this version of the file; requires a session of its owner'),
    createdAt: timestamp,
    folderId: entryId.nullable().describe('null for a file in Root'),
    userId: z.string(),
    size: z.int().min(0),
    contentType: z.string(),
    modifiedAt: timestamp,
    takenAt: z
      .int()
      .nullable()
      .describe(
        'When a picture, film or recording was taken, in milliseconds; by the clock there, as if it showed UTC, where its offset is not known. Null if the file does not say',
      ),
    preview: preview.nullable().describe('null if there is no thumbnail, or not yet'),
    version: z.int().min(1).describe('1 for the first content, incremented with each further one'),
    starred: z.boolean(),
  })
  .meta({ id: 'File' });

/** A folder or a file: exactly one of the two is set. */
export const entry = z.object({ folder: folder.nullable(), file: file.nullable() }).meta({ id: 'Entry' });

/** By which a call can be undone; null when it changed nothing. */
export const operationId = z.uuid().nullable();

/** An entry that a call changed, and the operation by which that can be undone. */
export const changedEntry = entry.extend({ operationId });

/** The checksums of a file and the result of their verification. */
export const integrity = z
  .object({
    sha256: z.string().nullable().describe('Hexadecimal; null until it is computed'),
    md5: z.string().nullable().describe('Base64; null until it is computed'),
    verifiedAt: timestamp.nullable().describe('When all bytes were last verified; null if not yet'),
    damagedAt: timestamp
      .nullable()
      .describe('When bytes were found to be missing or changed; null if the file is intact'),
  })
  .meta({ id: 'Integrity' });

export type Contents = z.infer<typeof contents>;
export type Folder = z.infer<typeof folder>;
export type ListedFolder = z.infer<typeof listedFolder>;
export type Preview = z.infer<typeof preview>;
export type RootFolder = z.infer<typeof rootFolder>;
export type File = z.infer<typeof file>;
export type Entry = z.infer<typeof entry>;
export type ChangedEntry = z.infer<typeof changedEntry>;
export type Integrity = z.infer<typeof integrity>;
export type Ancestor = z.infer<typeof ancestor>;

export const rootName = 'Root';
