import { expect, test } from 'vitest';
import { logIn, type Person, signUp } from '#tests/support/client/build-account.ts';
import { query } from '#tests/support/database/query.ts';
import { quarantinedBytes, storedBytes } from '#tests/support/database/stored-bytes.ts';
import { testMs, waitMs } from '#tests/support/fixtures/patience.ts';
import { createRandom, type Random } from '#tests/support/fixtures/random.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { faultSeed, faultSetting } from '#tests/support/server/fault-settings.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';
import { type Damaged, damagePairs, type Kept, keepPairs } from './support/damages.ts';

const count = faultSetting('count', 12);
const seed = faultSeed();

test(`${count} damages are found by the scrub, ${count} more by downloads, and nothing whole is (seed ${seed})`, {
  timeout: testMs + count * 3000,
}, async () => {
  const random = createRandom(seed);
  const server = await startServer();
  server.expectLog(/A blob is damaged/);
  const person = await signUp(server);
  const pairs = Math.ceil(count / 2);
  const forScrub = await keepPairs(server, person, { pairs, label: 'scrubbed', random });
  const forDownloads = await keepPairs(server, person, { pairs, label: 'downloaded', random });
  const healthy = (await keepPairs(server, person, { pairs: Math.ceil(pairs / 2), label: 'healthy', random })).flat();

  await server.stop();
  const scrubbed = await damagePairs(server, forScrub, random);
  const downloaded = await damagePairs(server, forDownloads, random);
  await makeDue(server, [...scrubbed, ...healthy]);
  await server.restart();
  const again = await logIn(server, person);

  await waitFor(async () => (await checkedSince(server, 1)) === scrubbed.length + healthy.length, {
    what: 'the scrub to be through',
    timeoutMs: waitMs + count * 1000,
  });
  expect(await marked(server)).toEqual(idsOf(scrubbed));

  const troubles: string[] = [];
  for (const kept of healthy) troubles.push(...(await readWell(again, kept, random)));
  for (const damage of scrubbed) troubles.push(...(await refuses(again, damage)));
  for (const damage of downloaded) troubles.push(...(await breaksOff(again, damage, random)));
  expect(troubles).toEqual([]);

  const all = [...scrubbed, ...downloaded];
  expect(await marked(server)).toEqual(idsOf(all));
  await waitFor(async () => (await misplaced(server, all)).length === 0, { what: 'the damaged bytes in quarantine' });
  console.log(`rot: seed ${seed}, ${scrubbed.length} found by the scrub, ${downloaded.length} by downloads, 0 false`);
});

/** Has the scrub look at these first of all, as if their last check was long ago. */
async function makeDue(server: TestServer, kept: Kept[]): Promise<void> {
  const ids = kept.map(({ blobId }) => `'${blobId}'`).join(', ');
  await query(server, `update blobs set verified_at = 1 where id in (${ids})`);
}

async function checkedSince(server: TestServer, moment: number): Promise<number> {
  const [row] = await query(server, `select count(*) as checked from blobs where verified_at > ${moment}`);
  return Number(row?.['checked']);
}

async function marked(server: TestServer): Promise<string[]> {
  const rows = await query(server, 'select id from blobs where damaged_at is not null order by id');
  return rows.map(({ id }) => String(id));
}

function idsOf(damages: Damaged[]): string[] {
  return damages.map(({ blobId }) => blobId).toSorted();
}

/** Blobs whose damaged bytes are not in quarantine, or are still where they were. */
async function misplaced(server: TestServer, damages: Damaged[]): Promise<string[]> {
  const found: string[] = [];
  for (const { blobId, stored } of damages) {
    const aside = await quarantinedBytes(server, blobId);
    const isThere = stored === undefined ? aside === undefined : aside?.equals(stored);
    if (!isThere || (await storedBytes(server, blobId)) !== undefined) found.push(blobId);
  }
  return found;
}

type Range = { start: number; end: number };

/** The body of an answer that ended cleanly; undefined when it did not. */
async function download(person: Person, { file }: Kept, range?: Range): Promise<Buffer | undefined> {
  const headers = range === undefined ? undefined : { range: `bytes=${range.start}-${range.end}` };
  try {
    const response = await person.fetch(file.url, { headers });
    const body = Buffer.from(await response.arrayBuffer());
    return response.ok ? body : undefined;
  } catch {
    return undefined;
  }
}

/** What a whole file gave, whole and in part, that was not kept in it. */
async function readWell(person: Person, kept: Kept, random: Random): Promise<string[]> {
  const range = someRange(kept.body.length, random);
  const [all, part] = [await download(person, kept), await download(person, kept, range)];
  const isWell = all?.equals(kept.body) && part?.equals(kept.body.subarray(range.start, range.end + 1));
  return isWell ? [] : [`${kept.file.name} is whole and was not sent as it is`];
}

/** What was sent of a file that is known to be damaged. */
async function refuses(person: Person, { file, kind }: Damaged): Promise<string[]> {
  const response = await person.fetch(file.url);
  const { code } = (await response.json()) as { code?: string };
  return response.status === 500 && code === 'file-damaged' ? [] : [`${file.name} (${kind}) got ${response.status}`];
}

/** Clean ends over damaged bytes of a file that nobody has looked at yet, whole or in part first. */
async function breaksOff(person: Person, damage: Damaged, random: Random): Promise<string[]> {
  const { body, at, file, kind } = damage;
  const over = { start: random.between(0, at), end: random.between(at, body.length - 1) };
  const somewhere = someRange(body.length, random);
  const asked = random.oneIn(2) ? [over, somewhere, undefined] : [somewhere, undefined, over];
  const troubles: string[] = [];
  for (const range of asked) {
    const got = await download(person, damage, range);
    if (got === undefined) continue;
    const right = range === undefined ? body : body.subarray(range.start, range.end + 1);
    if (range !== somewhere || !got.equals(right)) troubles.push(`${file.name} (${kind}) ended cleanly`);
  }
  return troubles;
}

function someRange(size: number, random: Random): Range {
  const start = random.between(0, size - 1);
  return { start, end: random.between(start, size - 1) };
}
