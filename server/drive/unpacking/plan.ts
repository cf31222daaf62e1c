import { setImmediate as nextTurn } from 'node:timers/promises';
import { maxFolderDepth, maxUnpackedEntries } from '#contract/limits.ts';
import { nameVariant } from '#contract/names/name-variants.ts';
import { nameKey, nameProblem } from '#contract/names/names.ts';
import { takeoutOf } from '#contract/names/takeout-parts.ts';
import type { LeftOut } from '#contract/records/unpackings.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { isReadable } from '#server/zip/entry-bytes.ts';
import { pathOf } from '#server/zip/entry-path.ts';
import type { PackedEntry } from './open-archive.ts';
import { sidecarNames } from './takeout-names.ts';

/** A folder that is made for an archive; the top one is that which the archive becomes. */
export type PlannedFolder = {
  name: string;
  parent: PlannedFolder | undefined;
  /** By the keys of their names. */
  folders: Map<string, PlannedFolder>;
  /** The keys of the names of files, each with the number that the next one of that name tries. */
  files: Map<string, number>;
  /** By their names, those that may tell of other files. */
  sidecars: Map<string, PackedEntry>;
};

/** What becomes of an entry of an archive. */
export type Planned =
  | { do: 'folder'; folder: PlannedFolder }
  /** `sidecar`: the entry in which Google Takeout may tell of it. */
  | { do: 'file'; folder: PlannedFolder; name: string; entry: PackedEntry; sidecar?: PackedEntry | undefined }
  | { do: 'leave'; leftOut: LeftOut }
  | { do: 'skip' };

/** What Google Takeout tells of a file takes a few hundred bytes. */
const maxSidecarBytes = 64 * 1024;
/** Entries that are planned in one turn of the event loop. */
const entriesInTurn = 500;
/** A path that is told has at most this many characters. */
const shownPathCharacters = 500;
/** What the Archive Utility of macOS adds to each file: attributes that no other system knows. Nobody misses them. */
const systemFolder = '__MACOSX';

/** Those that people meet (APPNOTE 6.3.10, section 4.4.5). */
const methodNames: Record<number, string> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'BZIP2',
  14: 'LZMA',
  93: 'Zstandard',
  94: 'MP3',
  95: 'XZ',
  98: 'PPMd',
  99: 'AES',
};

/**
 * Says for each entry of an archive what becomes of it, in the same order each time. `name` is that of the folder which the
 * archive becomes; a folder of that name that holds all of the archive is not made again. Of several files with the same path
 * each later one gets a number, as does one whose path is that of a folder; nothing is lost or overwritten. Throws zip-too-large.
 */
export async function planEntries(entries: readonly PackedEntry[], name: string): Promise<Planned[]> {
  const paths = await withoutTop(entries, name);
  const top = newFolder(name, undefined);
  let folders = 0;
  const planned: Planned[] = [];
  for (const [at, entry] of entries.entries()) {
    if (at % entriesInTurn === 0) await nextTurn();
    const path = paths[at];
    const why = whyLeftOut(entry, path);
    if (path?.[0] === systemFolder) planned.push({ do: 'skip' });
    else if (path === undefined || why !== undefined)
      planned.push({ do: 'leave', leftOut: leave(entry, why ?? 'unsafe-path') });
    else if (entry.kind === 'folder') planned.push({ do: 'folder', folder: folderAt(path) });
    else {
      const file = { folder: folderAt(path.slice(0, -1)), name: path.at(-1) ?? '', entry };
      if (mayBeSidecar(entry)) file.folder.sidecars.set(file.name, entry);
      planned.push({ do: 'file', ...file });
    }
  }
  // Once all folders are known, since they keep their names, and all that may tell of other files.
  for (const [at, one] of planned.entries()) {
    if (at % entriesInTurn === 0) await nextTurn();
    if (one.do !== 'file') continue;
    one.sidecar = sidecarOf(one.folder, one.name);
    one.name = freeName(one.folder, one.name);
  }
  return planned;

  function folderAt(path: readonly string[]): PlannedFolder {
    let folder = top;
    for (const step of path) {
      const key = nameKey(step);
      let next = folder.folders.get(key);
      if (next === undefined) {
        folders += 1;
        if (folders > maxUnpackedEntries)
          throw new KeepsakeError('zip-too-large', { data: { max: maxUnpackedEntries } });
        next = newFolder(step, folder);
        folder.folders.set(key, next);
      }
      folder = next;
    }
    return folder;
  }
}

function newFolder(name: string, parent: PlannedFolder | undefined): PlannedFolder {
  return { name, parent, folders: new Map(), files: new Map(), sidecars: new Map() };
}

function freeName({ folders, files }: PlannedFolder, wanted: string): string {
  const wantedKey = nameKey(wanted);
  for (let n = files.get(wantedKey) ?? 1; ; n += 1) {
    const free = n === 1 ? wanted : nameVariant({ name: wanted, kind: 'file' }, String(n), 1);
    const key = nameKey(free);
    if (folders.has(key) || files.has(key)) continue;
    files.set(key, 2);
    files.set(wantedKey, n + 1);
    return free;
  }
}

function mayBeSidecar({ name, size }: PackedEntry): boolean {
  return name.endsWith('.json') && size <= maxSidecarBytes;
}

function sidecarOf({ sidecars }: PlannedFolder, name: string): PackedEntry | undefined {
  if (sidecars.size === 0) return undefined;
  const found = sidecarNames(name).find((one) => sidecars.has(one));
  return found === undefined ? undefined : sidecars.get(found);
}

/** As it is told to people. */
export function leave({ name, method }: PackedEntry, why: LeftOut['why']): LeftOut {
  const isLong = name.length > shownPathCharacters;
  return {
    path: isLong ? `${name.slice(0, shownPathCharacters).toWellFormed()}…` : name,
    why,
    method: why === 'method' ? (methodNames[method] ?? `method ${method}`) : null,
  };
}

function whyLeftOut(entry: PackedEntry, path: readonly string[] | undefined): LeftOut['why'] | undefined {
  if (path === undefined) return 'unsafe-path';
  if (path.some((name) => nameProblem(name) !== undefined)) return 'invalid-name';
  if (entry.kind === 'link' || entry.kind === 'special') return entry.kind;
  if (path.length - (entry.kind === 'folder' ? 0 : 1) > maxFolderDepth) return 'too-deep';
  if (entry.kind === 'folder') return undefined;
  if (entry.isEncrypted) return 'encrypted';
  return isReadable(entry) ? undefined : 'method';
}

/** Paths within the one folder that all of them are in, if that is called like the archive. */
async function withoutTop(entries: readonly PackedEntry[], name: string): Promise<(string[] | undefined)[]> {
  const paths: (string[] | undefined)[] = [];
  let isWithin = true;
  for (const [at, entry] of entries.entries()) {
    if (at % entriesInTurn === 0) await nextTurn();
    const path = pathOf(entry.name);
    paths.push(path);
    if (isOfArchive(path))
      isWithin &&= nameKey(path[0] ?? '') === nameKey(name) && (path.length > 1 || entry.kind === 'folder');
  }
  return isWithin ? paths.map((path) => (isOfArchive(path) ? path.slice(1) : path)) : paths;
}

function isOfArchive(path: string[] | undefined): path is string[] {
  return path !== undefined && path[0] !== systemFolder;
}

/** The name of an archive of which these are the names of its parts. */
export function archiveNameOf(parts: readonly string[]): string {
  const [first = ''] = parts;
  const takeout = parts.length > 1 ? takeoutOf(first) : undefined;
  return takeout === undefined ? first : `${takeout}.zip`;
}

/** The name of the folder that an archive becomes: its own without the ending. */
export function folderNameOf(archiveName: string): string {
  const without = archiveName.replace(/\.zip$/i, '');
  return nameProblem(without) === undefined ? without : archiveName;
}
