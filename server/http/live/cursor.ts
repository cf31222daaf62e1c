import type { Scope } from '#server/drive/access/scope.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/** The newest revision that a listener has received, for each account that it sees. */
export type Cursor = Map<string, number>;

/** Ids of accounts are letters and digits. */
const others = /^[A-Za-z0-9]+=\d+$/;

/** The `id:` of an event: the revision of the principal's own account, then `;account=revision` for each other. */
export function writeCursor(cursor: Cursor, [own, ...rest]: readonly Scope[]): string {
  return [own, ...rest]
    .flatMap((scope) => (scope === undefined ? [] : [{ account: scope.account, revision: cursor.get(scope.account) }]))
    .map(({ account, revision }, i) => (i === 0 ? String(revision) : `${account}=${revision}`))
    .join(';');
}

/**
 * Parses the text of `writeCursor`. Accounts that the listener no longer sees are left out, and those that it does not
 * name are missing. Throws invalid-input.
 */
export function readCursor(text: string | undefined, scopes: readonly Scope[]): Cursor {
  if (text === undefined || text === '') return new Map();
  const [own = '', ...rest] = text.split(';');
  if (!isRevision(own) || !rest.every((part) => others.test(part))) throw invalid();
  const named = new Map(
    rest.map((part): [string, number] => [part.split('=')[0] as string, Number(part.split('=')[1])]),
  );
  return new Map(
    scopes.flatMap(({ account }, i): [string, number][] => {
      const revision = i === 0 ? Number(own) : named.get(account);
      return revision === undefined ? [] : [[account, revision]];
    }),
  );
}

function isRevision(text: string): boolean {
  const revision = Number(text);
  return text.trim() === text && Number.isSafeInteger(revision) && revision >= 0;
}

function invalid(): KeepsakeError {
  return new KeepsakeError('invalid-input', { data: { issues: [{ path: 'after', message: 'Not a revision' }] } });
}
