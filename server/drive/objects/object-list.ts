import type { ObjectList } from '#contract/objects.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Hashes } from '#server/integrity/hashes.ts';
import type { Scope } from '../access/scope.ts';
import { lastOf } from '../tree/ancestors.ts';
import { findFolders } from './object-paths.ts';
import { objectRecord, selectCurrentObjects } from './object-records.ts';
import { type Step, walkObjects } from './object-walk.ts';

/** A page that took this long ends, with a token to go on; it may hold little or nothing then. */
const pageMs = 1000;

export type ListQuery = {
  /** How the paths have to begin; it may end inside a name. Its folders are found as everywhere in the tree. */
  prefix: string;
  /** Whether what lies deeper than one folder is folded into `prefixes`, those of empty folders too. */
  isFolded: boolean;
  pageToken: string | undefined;
  /** Items and prefixes together. */
  maxResults: number;
};

/** What a page found: steps to tell, and where it ended; undefined when nothing is left. */
type Found = { steps: Step[]; goesOnAfter: string[] | undefined };

export type ListObjects = ReturnType<typeof createListObjects>;

/** Lists the files of the tree as objects of a bucket. */
export function createListObjects({ db, hashes, now }: { db: Database; hashes: Hashes; now: () => number }) {
  /**
   * One page of the objects whose paths begin with a prefix, depth first, each folder in the order of names. A page
   * goes on after the last path of the one before, whatever was added or taken away meanwhile. Throws invalid-input
   * for a page token that is none.
   */
  return async (scope: Scope, query: ListQuery): Promise<ObjectList> => {
    const endsAt = now() + pageMs;
    const after = query.pageToken === undefined ? undefined : readToken(query.pageToken);
    const segments = query.prefix.split('/');
    const namePrefix = segments.pop() ?? '';
    const line = await findFolders(db, scope, segments);
    if (line === undefined || namePrefix.includes('\0')) return { items: [], prefixes: [], nextPageToken: null };
    const above = line.map(({ name }) => name);
    const walk = { folderId: lastOf(line) ?? scope.root, namePrefix, after, entersFolders: !query.isFolded };
    const { steps, goesOnAfter } = await find(scope, walk, query, endsAt);
    return await describe(scope, above, { steps, goesOnAfter }, endsAt);
  };

  async function find(
    scope: Scope,
    walk: Parameters<typeof walkObjects>[2],
    { isFolded, maxResults }: ListQuery,
    endsAt: number,
  ): Promise<Found> {
    const steps: Step[] = [];
    let last: string[] | undefined;
    for await (const step of walkObjects(db, scope, walk)) {
      const isTold = step.kind === 'file' || isFolded;
      if (last !== undefined && ((isTold && steps.length === maxResults) || now() > endsAt)) {
        return { steps, goesOnAfter: last };
      }
      if (isTold) steps.push(step);
      last = step.names;
    }
    return { steps, goesOnAfter: undefined };
  }

  async function describe(scope: Scope, above: string[], found: Found, endsAt: number): Promise<ObjectList> {
    const files = found.steps.filter(({ kind }) => kind === 'file').map(({ id }) => id);
    const read =
      files.length === 0 ? [] : await selectCurrentObjects(db, scope).where('entries.id', 'in', files).execute();
    const rows = new Map(read.map((row) => [row.file_id, row]));
    const page: ObjectList = { items: [], prefixes: [], nextPageToken: writeToken(found.goesOnAfter) };
    for (const [i, { id, kind, names }] of found.steps.entries()) {
      if (i > 0 && now() > endsAt) return { ...page, nextPageToken: writeToken(found.steps[i - 1]?.names) };
      const path = [...above, ...names];
      if (kind === 'folder') page.prefixes.push(`${path.join('/')}/`);
      // A file that was moved away meanwhile is missing.
      const row = rows.get(id);
      if (row === undefined) continue;
      page.items.push(
        objectRecord(scope, path.slice(0, -1), row, await hashes.of(scope.account, { ...row, id: row.blob_id })),
      );
    }
    return page;
  }
}

function writeToken(names: string[] | undefined): string | null {
  return names === undefined ? null : Buffer.from(JSON.stringify(names)).toString('base64url');
}

function readToken(text: string): string[] {
  try {
    const names: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(names) && names.length > 0 && names.every(isName)) return names;
  } catch {
    // Whatever it was, it is not one of our tokens.
  }
  throw new KeepsakeError('invalid-input', {
    data: { issues: [{ path: 'pageToken', message: 'Not a page token of this server' }] },
  });
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && name.isWellFormed() && !name.includes('\0');
}
