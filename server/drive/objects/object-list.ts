import { maxAnswerBytes } from '#contract/limits.ts';
import type { ObjectList } from '#contract/records/objects.ts';
import type { Database } from '#server/database/open.ts';
import { required } from '#server/errors/required.ts';
import type { Hashes } from '#server/integrity/hashes.ts';
import type { Scope } from '../access/scope.ts';
import { ancestorsOfFolder, lastOf } from '../tree/ancestors.ts';
import { decodeCursor, encodeCursor } from '../tree/cursors.ts';
import { findFolders } from './object-paths.ts';
import { objectRecord, selectCurrentObjects } from './object-records.ts';
import { type WalkedEntry, walkObjects } from './object-walk.ts';

/** A page that took this long ends with a token for the next one, even if it holds little or nothing. */
const pageMs = 1000;

export type ListQuery = {
  /** How the paths begin; it may end within a name. Its folders are matched as everywhere in the tree. */
  prefix: string;
  /** Whether folders are listed in `prefixes`, empty ones too, instead of the objects in them. */
  isFolded: boolean;
  pageToken: string | undefined;
  /** Items and prefixes together. */
  maxResults: number;
};

/** The steps that a page contains, and the names of the last one visited; undefined when nothing is left. */
type Found = { steps: WalkedEntry[]; resumesAfter: string[] | undefined };

type Describing = { above: string[]; found: Found; endsAt: number };

export type ListObjects = ReturnType<typeof createListObjects>;

/** Lists the files of the tree as objects of a bucket. */
export function createListObjects({ db, hashes, now }: { db: Database; hashes: Hashes; now: () => number }) {
  /**
   * One page of the objects whose paths begin with a prefix, depth first, each folder in order of names. A page continues
   * after the last path of the previous one, whatever was added or removed meanwhile. Throws invalid-input for a page
   * token that is not valid.
   */
  return async (scope: Scope, query: ListQuery): Promise<ObjectList> => {
    const endsAt = now() + pageMs;
    const after = query.pageToken === undefined ? undefined : readToken(query, query.pageToken);
    const segments = query.prefix.split('/');
    const namePrefix = required(segments.pop(), 'last segment of a prefix');
    // A program whose folder is in Trash must not take it for an empty one.
    await ancestorsOfFolder(db, scope, null);
    const line = await findFolders(db, scope, segments);
    if (line === undefined || namePrefix.includes('\0')) return { items: [], prefixes: [], nextPageToken: null };
    const above = line.map(({ name }) => name);
    const walk = { folderId: lastOf(line) ?? scope.root, namePrefix, after, entersFolders: !query.isFolded };
    return await describe(scope, query, { above, found: await find(scope, walk, query, endsAt), endsAt });
  };

  async function find(
    scope: Scope,
    walk: Parameters<typeof walkObjects>[2],
    { isFolded, maxResults }: ListQuery,
    endsAt: number,
  ): Promise<Found> {
    const steps: WalkedEntry[] = [];
    let last: string[] | undefined;
    for await (const step of walkObjects(db, scope, walk)) {
      const isListed = step.kind === 'file' || isFolded;
      if (last !== undefined && ((isListed && steps.length === maxResults) || now() > endsAt)) {
        return { steps, resumesAfter: last };
      }
      if (isListed) steps.push(step);
      last = step.names;
    }
    return { steps, resumesAfter: undefined };
  }

  async function describe(scope: Scope, query: ListQuery, { above, found, endsAt }: Describing): Promise<ObjectList> {
    const files = found.steps.filter(({ kind }) => kind === 'file').map(({ id }) => id);
    const read =
      files.length === 0 ? [] : await selectCurrentObjects(db, scope).where('entries.id', 'in', files).execute();
    const rows = new Map(read.map((row) => [row.file_id, row]));
    const page: ObjectList = { items: [], prefixes: [], nextPageToken: writeToken(query, found.resumesAfter) };
    let bytes = 0;
    for (const [i, { id, kind, names }] of found.steps.entries()) {
      if (i > 0 && (now() > endsAt || bytes > maxAnswerBytes))
        return { ...page, nextPageToken: writeToken(query, found.steps[i - 1]?.names) };
      const path = [...above, ...names];
      const row = rows.get(id);
      if (kind === 'folder') {
        const prefix = `${path.join('/')}/`;
        page.prefixes.push(prefix);
        bytes += prefix.length;
      } else if (row !== undefined) {
        // A file that was moved meanwhile is missing.
        const sha256 = await hashes.sha256Of(scope.account, { ...row, id: row.blob_id });
        // An MD5 that is not known yet would make a page wait for the bytes of each of its objects.
        const item = objectRecord(scope, path.slice(0, -1), row, { sha256, md5: row.md5 });
        page.items.push(item);
        bytes += JSON.stringify(item).length;
      }
    }
    return page;
  }
}

function writeToken({ prefix, isFolded }: ListQuery, names: string[] | undefined): string | null {
  return names === undefined ? null : encodeCursor([prefix, isFolded, ...names]);
}

function readToken({ prefix, isFolded }: ListQuery, text: string): string[] {
  return decodeCursor(
    text,
    ([of, folded, ...names]) =>
      of === prefix && folded === isFolded && names.length > 0 && names.every(isName) ? names : undefined,
    { path: 'pageToken', message: 'Not a page token of this list' },
  );
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && name.isWellFormed() && !name.includes('\0');
}
