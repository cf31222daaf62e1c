import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { downloadWithBreaks } from '#tests/support/browser/download-with-breaks.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { throughProxy } from '#tests/support/client/through-proxy.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { createRandom, type Random } from '#tests/support/fixtures/random.ts';
import { faultSeed, faultSetting } from '#tests/support/server/fault-settings.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

const breaks = faultSetting('breaks', 4);
const seed = faultSeed();
const timeout = testMs + breaks * 5000;

/** What curl ends with when a connection broke: part of a file, nothing, an error while receiving. */
const broken = [18, 52, 56];
/** And when the server has no such state any more: an error status, or all instead of a range. */
const refused = { 'If-Match': 22, 'If-Range': 33 };

let ada: Person;
let id: string;
let path: string;

beforeAll(async () => {
  ada = await signUp(await sharedServer());
  id = (await ada.api.folders.create({ name: 'Summer', parentId: null })).id;
  path = `/api/folders/${id}/archive`;
  const inner = await ada.api.folders.create({ name: 'Ünder', parentId: id });
  for (const [at, size] of [0, 10, 300_000, 2_000_000, 700_001].entries())
    await uploadFile(ada, { name: `${at}.bin`, body: bytes(size, `${at}`), folderId: at % 2 === 0 ? id : inner.id });
});

test(`a folder as a zip, broken off ${breaks} times at random, is the same when curl resumed it (seed ${seed})`, {
  timeout,
}, async () => {
  const whole = await wholeZip();
  const random = createRandom(seed);
  const { baseUrl, left } = await breakingProxy(whole.size, random);
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-curl-'));
  atEndOfFile(() => rm(folder, { recursive: true }));
  const file = join(folder, 'Summer.zip');
  let ended = 0;
  for (let code = -1; code !== 0; ended += 1) {
    code = await resume(file, baseUrl, [random.pick('If-Match', 'If-Range'), whole.etag]);
    if (code !== 0) expect(broken).toContain(code);
  }
  expect([left(), ended]).toEqual([0, breaks + 1]);
  expect(sha256(await readFile(file))).toBe(whole.sum);

  const half = await halfOf(file, folder);
  await ada.api.folders.create({ name: `since ${ended}`, parentId: id });
  for (const [condition, code] of Object.entries(refused)) {
    expect(await resume(half.file, baseUrl, [condition, whole.etag])).toBe(code);
    expect(sha256(await readFile(half.file))).toBe(half.sum);
  }
});

test(`and when Chromium did (${breaks} times, seed ${seed})`, { timeout }, async () => {
  const whole = await wholeZip();
  const { baseUrl, passed, left } = await breakingProxy(whole.size, createRandom(seed));
  let pressed = 0;
  const file = await downloadWithBreaks(ada, `${baseUrl}${path}`, () => (pressed += 1));
  expect(sha256(await readFile(file))).toBe(whole.sum);
  const resumed = passed.filter(({ headers }) => headers.range !== undefined);
  expect(resumed.map(({ headers }) => headers['if-range'])).toEqual(resumed.map(() => whole.etag));
  expect([left(), resumed.length > 0]).toEqual([0, true]);
  console.log(
    `downloads: seed ${seed}, Chromium asked for ${resumed.length} ranges, Resume was pressed ${pressed} times`,
  );
});

async function wholeZip() {
  const response = await ada.fetch(path);
  const body = await response.bytes();
  return { size: body.length, sum: sha256(body), etag: response.headers.get('etag') ?? '' };
}

/** Cuts the zip into about equal parts, and closes or resets the connection after each. */
async function breakingProxy(size: number, random: Random) {
  let left = breaks;
  const proxy = await throughProxy(ada, (passing) => {
    if (passing.path !== path || left === 0) return undefined;
    const rest = size - Number(/^bytes=(\d+)-/.exec(passing.headers.range ?? '')?.[1] ?? 0);
    const afterBytes = random.between(1, Math.min(rest - 1, Math.floor((2 * rest) / (left + 1))));
    left -= 1;
    return { kind: 'cut answer', afterBytes, isReset: random.oneIn(2) };
  });
  return { ...proxy, left: () => left };
}

/** Has curl continue a file; returns what it ends with. */
async function resume(file: string, baseUrl: string, [condition, etag]: [string, string]): Promise<number> {
  const headers = ['-H', `Cookie: ${ada.cookie}`, '-H', `${condition}: ${etag}`];
  const ended = promisify(execFile)('curl', ['-sf', '-C', '-', ...headers, '-o', file, `${baseUrl}${path}`]);
  return await ended.then(
    () => 0,
    (error: { code: number }) => error.code,
  );
}

async function halfOf(file: string, folder: string) {
  const half = (await readFile(file)).subarray(0, 500_000);
  const name = join(folder, 'half.zip');
  await writeFile(name, half);
  return { file: name, sum: sha256(half) };
}
