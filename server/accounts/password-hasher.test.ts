import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { afterEach, expect, test } from 'vitest';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';

const sender = { id: 'a', isKnown: false };
const password = 'pass\u2167word \u00e9'; // Its NFKC form is another one.

const hashers: PasswordHasher[] = [];
function hasherFor(options: Parameters<typeof createPasswordHasher>[0] = {}): PasswordHasher {
  const hasher = createPasswordHasher(options);
  hashers.push(hasher);
  return hasher;
}
afterEach(async () => {
  for (const hasher of hashers.splice(0)) await hasher.close();
});

test('its hashes are those of the library, which older databases have', async () => {
  const hasher = hasherFor();
  const hash = await hasher.hash(password, sender);
  expect(await verifyPassword({ hash, password })).toBe(true);
  const theirs = await hashPassword(password);
  expect(await hasher.verify(password, theirs, sender)).toBe(true);
  expect(await hasher.verify(`${password}.`, theirs, sender)).toBe(false);
  await expect(hasher.verify(password, 'nonsense', sender)).rejects.toThrow('another form');
});

test('what finds no place in the queue is refused, and what has one is done', async () => {
  const hasher = hasherFor({ max: 2 });
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => hasher.hash(password, sender)));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(refused).toEqual(['too-busy', 'too-busy', 'too-busy']);
  expect(await hasher.hash(password, sender)).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
});

test('when its thread ends, the request fails and the next one starts another thread', async () => {
  // Ends without a word on the first request of each thread.
  const module = new URL(
    'data:text/javascript,import { parentPort } from "node:worker_threads";parentPort.once("message", () => process.exit(1));',
  );
  const hasher = hasherFor({ module });
  const results = await Promise.allSettled([1, 2, 3].map(() => hasher.hash(password, sender)));
  for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
});

test('after the end it takes no more', async () => {
  const hasher = hasherFor();
  await hasher.close();
  await expect(hasher.hash(password, sender)).rejects.toMatchObject({ code: 'unavailable' });
});
