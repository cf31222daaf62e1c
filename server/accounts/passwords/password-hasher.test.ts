import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';

const sender = { id: 'a', network: 'a', isKnown: false };
const password = 'pass\u2167word \u00e9'; // Its NFKC form is another one.

const hashers: PasswordHasher[] = [];
function hasherFor(options: Partial<Parameters<typeof createPasswordHasher>[0]> = {}): PasswordHasher {
  const hasher = createPasswordHasher({ report: () => {}, ...options });
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

test('when its thread ends, what it was given fails and so does what comes before it is started again', async () => {
  // Ends without a word on the first request of each thread.
  const module = new URL(
    'data:text/javascript,import { parentPort } from "node:worker_threads";parentPort.once("message", () => process.exit(1));',
  );
  const hasher = hasherFor({ module });
  const results = await Promise.allSettled([1, 2, 3].map(() => hasher.hash(password, sender)));
  for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
});

test('a thread that ends while it waits, or at work, is replaced', async () => {
  const threads: Worker[] = [];
  const onWorker = (worker: Worker) => threads.push(worker);
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  const reports: string[] = [];
  const hasher = hasherFor({ report: (problem) => reports.push(problem) });
  await hasher.hash(password, sender);
  await threads.at(-1)?.terminate();
  const started = once(process, 'worker');
  const working = hasher.hash(password, sender);
  working.catch(() => {});
  await started;
  await threads[1]?.terminate();
  await expect(working).rejects.toMatchObject({ code: 'unavailable' });
  expect(reports).toEqual([
    'The thread that hashes passwords has ended; it is started again',
    'The thread that hashes passwords cannot be started; it is tried again after 1 s',
  ]);
});

test('its thread lets others go first, and only that one', async () => {
  await hasherFor().hash(password, sender);
  const niceOf = (thread: string) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces; the 3rd field follows it (proc_pid_stat(5)); nice is the 19th.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16];
  };
  expect(readdirSync('/proc/self/task').filter((thread) => niceOf(thread) === '5').length).toBe(1);
  // The thread that has the number of the process is the main one; others may have lower numbers.
  expect(niceOf(String(process.pid))).toBe(String(getPriority()));
});

test('after the end it takes no more', async () => {
  const hasher = hasherFor();
  await hasher.close();
  await expect(hasher.hash(password, sender)).rejects.toMatchObject({ code: 'unavailable' });
});
