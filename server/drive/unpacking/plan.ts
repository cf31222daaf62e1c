import { setImmediate as nextTurn } from 'node:timers/promises';
import { maxFolderDepth, maxNameBytes, maxUnpackedEntries } from '#contract/limits.ts';
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
  /** The keys of the names of files. */
  files: Set<string>;
  /** The number that is tried next, by what is left of a name beside the largest one: names that are cut to the same share it. */
  numbers: Map<string, number>;
  /** By their names, those that may tell of other files. */
  sidecars: Map<string, PackedEntry>;
};

export type PlannedFile = {
  do: 'file';
  folder: PlannedFolder;
  name: string;
  entry: PackedEntry;
  /** The entry in which Google Takeout may tell of it. */
  sidecar?: PackedEntry | undefined;
  /** Whether another entry has its name: of however many, the sidecar describes the first. */
  isNumbered?: boolean;
};

/** What becomes of an entry of an archive. */
export type Planned =
  | { do: 'folder'; folder: PlannedFolder }
  | PlannedFile
  | { do: 'leave'; leftOut: LeftOut }
  | { do: 'skip' };

/** What Google Takeout tells of a file takes a few hundred bytes. */
const maxSidecarBytes = 64 * 1024;
/** Entries, and characters of their paths, that are planned in one turn of the event loop. */
const entriesInTurn = 200;
const charactersInTurn = 128 * 1024;
/** A longer path has more folders than there may be. */
const maxPathCharacters = (maxFolderDepth + 2) * maxNameBytes;
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
    const why = typeof path === 'object' ? whyLeftOut(entry, path) : path;
    if (path?.[0] === systemFolder) planned.push({ do: 'skip' });
    else if (typeof path !== 'object' || why !== undefined)
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
    const free = freeName(one.folder, one.name);
    one.isNumbered = free !== one.name;
    one.name = free;
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
  return { name, parent, folders: new Map(), files: new Set(), numbers: new Map(), sidecars: new Map() };
}

/** No number is tried twice, however many names there are that only differ where they are cut. */
function freeName({ folders, files, numbers }: PlannedFolder, wanted: string): string {
  const take = (name: string) => {
    const key = nameKey(name);
    if (folders.has(key) || files.has(key)) return false;
    files.add(key);
    return true;
  };
  if (take(wanted)) return wanted;
  const numbered = (n: number) => nameVariant({ name: wanted, kind: 'file' }, String(n), 1);
  const shared = nameKey(numbered(maxUnpackedEntries));
  for (let n = numbers.get(shared) ?? 2; ; n += 1) {
    const free = numbered(n);
    numbers.set(shared, n + 1);
    if (take(free)) return free;
  }
}

function mayBeSidecar({ name, size, compressedSize }: PackedEntry): boolean {
  return name.endsWith('.json') && Math.max(size, compressedSize) <= maxSidecarBytes;
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

function whyLeftOut(entry: PackedEntry, path: readonly string[]): LeftOut['why'] | undefined {
  if (path.length - (entry.kind === 'folder' ? 0 : 1) > maxFolderDepth) return 'too-deep';
  if (path.some((name) => nameProblem(name) !== undefined)) return 'invalid-name';
  if (entry.kind === 'link' || entry.kind === 'special') return entry.kind;
  if (entry.kind === 'folder') return undefined;
  if (entry.isEncrypted) return 'encrypted';
  return isReadable(entry) ? undefined : 'method';
}

/** Paths within the one folder that all of them are in, if that is called like the archive. */
async function withoutTop(entries: readonly PackedEntry[], name: string): Promise<Path[]> {
  const paths: Path[] = [];
  let isWithin = true;
  let characters = 0;
  for (const [at, entry] of entries.entries()) {
    characters += entry.name.length;
    if (at % entriesInTurn === 0 || characters > charactersInTurn) {
      characters = 0;
      await nextTurn();
    }
    const path = pathWithin(entry.name);
    paths.push(path);
    if (isOfArchive(path))
      isWithin &&= nameKey(path[0] ?? '') === nameKey(name) && (path.length > 1 || entry.kind === 'folder');
  }
  return isWithin ? paths.map((path) => (isOfArchive(path) ? path.slice(1) : path)) : paths;
}

/** The path of an entry, or why it has none that can be used. */
type Path = string[] | 'unsafe-path' | 'too-deep';

function pathWithin(name: string): Path {
  if (name.length > maxPathCharacters) return 'too-deep';
  const path = pathOf(name) ?? 'unsafe-path';
  return path.length > maxFolderDepth + 2 && typeof path === 'object' ? 'too-deep' : path;
}

function isOfArchive(path: Path): path is string[] {
  return typeof path === 'object' && path[0] !== systemFolder;
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
