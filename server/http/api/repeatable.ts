import { hash } from 'node:crypto';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '#contract/storage.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { Repeatable } from '#server/drive/access/scope.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/**
 * What tells that a request was sent again: undefined without the header (draft-ietf-httpapi-idempotency-key-header, section 2). Throws
 * invalid-input.
 */
export async function readRepeatable(request: Request, { entryId = '' }: Principal): Promise<Repeatable | undefined> {
  const value = request.headers.get(idempotencyKeyHeader);
  if (value === null || request.method === 'GET') return undefined;
  const key = idempotencyKeyPattern.exec(value)?.[1];
  if (key === undefined) {
    const issue = { path: idempotencyKeyHeader, message: '8 to 64 letters, digits, hyphens or underscores' };
    throw new KeepsakeError('invalid-input', { data: { issues: [issue] } });
  }
  // Of what somebody did who reaches more, nothing is told.
  const asked = [entryId, request.method, request.url, await request.clone().text()].join('\n');
  return { key, request: hash('sha256', asked) };
}
