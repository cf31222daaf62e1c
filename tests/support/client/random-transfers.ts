import { sendByHttp } from '#client/cli/shared/send-by-http.ts';
import { digestAsSent } from '#client/storage/hashing/digest-as-sent.ts';
import type { UploadOptions } from '#client/storage/transfer/upload-options.ts';
import { startUpload, type UploadTask } from '#client/storage/upload.ts';
import { bytes, sha256 } from '../fixtures/bytes.ts';
import { createRandom, type Random } from '../fixtures/random.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import type { Person } from './build-account.ts';
import { type Fault, type Plan, startFaultProxy } from './fault-proxy.ts';

type Wanted = { seed: number; count: number; atOnce?: number; onDone?: (done: number) => void };

/** One upload that did not end as it has to. */
export type Trouble = { name: string; size: number; what: string };

const oneRequest = 262_144;
const largest = 64 * 1000 ** 2;

/**
 * Uploads `count` files of 0 B to 64 MB through a proxy that does one of everything, with pauses, resumes and new
 * beginnings from the stored address. Each has to arrive byte for byte, as one file with one version.
 */
export async function transferAtRandom(baseUrl: string, person: Person, { seed, count, atOnce = 2, onDone }: Wanted) {
  const proxy = await startFaultProxy(baseUrl, planOf(createRandom(seed)));
  const folder = await person.api.folders.create({ name: `Faults ${seed}`, parentId: null });
  const troubles: Trouble[] = [];
  let next = 0;
  let done = 0;
  let sentBytes = 0;
  await Promise.all(Array.from({ length: atOnce }, work));
  await proxy.stop();
  return { troubles, requests: proxy.requests(), sentBytes };

  async function work(): Promise<void> {
    for (let i = next++; i < count; i = next++) {
      const random = createRandom(seed * 10_007 + i);
      const size = sizeOf(random, i);
      const name = `${i}.bin`;
      try {
        const what = await transferOne(random, name, size);
        if (what !== undefined) troubles.push({ name, size, what });
      } catch (error) {
        troubles.push({ name, size, what: String(error) });
      }
      sentBytes += size;
      done += 1;
      onDone?.(done);
    }
  }

  async function transferOne(random: Random, name: string, size: number): Promise<string | undefined> {
    const body = bytes(size, `${seed} ${name}`);
    const way = random.oneIn(2) ? { send: sendByHttp } : {};
    const server = { ...person.server, ...way, baseUrl: proxy.baseUrl };
    const source = { name, folderId: folder.id, body: random.oneIn(2) ? new Blob([body]) : body };
    let url: string | undefined;
    const options: UploadOptions = {
      ...(random.oneIn(2) ? { digest: digestAsSent } : {}),
      retry: { firstDelayMs: 2, limitMs: 60_000 },
      onUrl: (given) => (url = given),
    };
    let task = startUpload(server, source, options);
    for (let stops = random.between(0, 3); stops > 0; stops -= 1) {
      if (!(await pauseSomewhere(task, random, size))) break;
      if (url === undefined || random.oneIn(2)) task.resume();
      else task = startUpload(server, source, { ...options, resumeFrom: url });
    }
    const id = await task.done;
    const { file } = await person.api.entries.get({ id });
    if (file?.name !== name || file.version !== 1) return `version ${file?.version} of ${file?.name}`;
    const stored = await person.fetch(file.url);
    return sha256(await stored.arrayBuffer()) === sha256(body) ? undefined : 'other bytes';
  }
}

/** Pauses after a random part of the bytes; false when it ended before. */
async function pauseSomewhere(task: UploadTask, random: Random, size: number): Promise<boolean> {
  const after = Math.floor(random.next() * size);
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = task.observe(() => {
    const { state, bytesTransferred } = task.snapshot();
    if (state !== 'running' || bytesTransferred >= after) resolve();
  });
  await promise;
  stop();
  if (!task.pause()) return false;
  await waitFor(() => task.snapshot().state !== 'pausing', { what: 'the pause' });
  return task.snapshot().state === 'paused';
}

function sizeOf(random: Random, i: number): number {
  if (i === 0) return largest;
  const upTo = random.pick(0, 1000, oneRequest, oneRequest + 1, 2_000_000, 2_000_000, 8_000_000);
  if (upTo <= oneRequest + 1 && random.oneIn(3)) return upTo;
  return random.oneIn(40) ? random.between(0, largest) : random.between(0, upTo);
}

/** A fault for one request in four; what asks for the offset suffers like all others. */
function planOf(random: Random): Plan {
  return ({ headers }): Fault | undefined => {
    if (!random.oneIn(4)) return undefined;
    const length = Number(headers['content-length'] ?? 0);
    return random.pick<Fault>(
      { kind: 'answer', status: 408 },
      { kind: 'answer', status: length > 500_000 ? 413 : 503 },
      { kind: 'answer', status: 429, headers: { 'retry-after': '0' } },
      { kind: 'answer', status: 429, headers: { 'retry-after': new Date().toUTCString() } },
      { kind: 'answer', status: 503 },
      { kind: 'cut request', afterBytes: random.between(0, length) },
      { kind: 'cut answer', afterBytes: random.between(0, 20) },
      { kind: 'drop answer' },
      { kind: 'drop answer' },
      { kind: 'delay', ms: random.between(1, 30) },
    );
  };
}
