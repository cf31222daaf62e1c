import { describe, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { holdAccounts } from '#tests/support/database/hold-accounts.ts';
import { query } from '#tests/support/database/query.ts';
import { storedBlobs } from '#tests/support/database/stored-blobs.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const hour = 60 * 60 * 1000;
const size = 40_000;

/** A file with so many versions. */
async function makeVersions(person: Person, name: string, count: number): Promise<string> {
  let id = '';
  for (let i = 0; i < count; i += 1) id = (await uploadFile(person, { name, body: bytes(size, `${name} ${i}`) })).id;
  return id;
}

const numbersOf = async (person: Person, id: string) =>
  (await person.api.versions.list({ id })).versions.map(({ version }) => version);

describe('earlier versions, when the server starts and once a day', () => {
  test('stay or go as each person chose, with their bytes and their room', async () => {
    const server = await startServer({ env: { REMOVAL_DELAY_SECONDS: '0' } });
    const [all, few, byAge] = [await signUp(server), await signUp(server), await signUp(server)];
    await few.api.account.versions.set({ keep: 'last-10' });
    await byAge.api.account.versions.set({ keep: 'by-age' });
    const stored = await makeVersions(all, 'stored.bin', 3);
    const id = await makeVersions(few, 'many.bin', 12);
    const aged = await makeVersions(byAge, 'aged.bin', 4);
    // Days of UTC, so that two of them are on one day whenever this runs.
    const noon = Math.floor(Date.now() / (24 * hour)) * 24 * hour - 60 * hour;
    for (const [generation, at] of [noon - hour, noon, noon + hour].entries())
      await query(
        server,
        `update versions set created_at = ${at} where entry_id = '${aged}' and generation = ${generation + 1}`,
      );
    await server.restart();
    await waitFor(async () => (await numbersOf(few, id)).length === 10, { what: 'the surplus to go' });
    expect(await numbersOf(few, id)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    await waitFor(async () => (await numbersOf(byAge, aged)).length === 2, { what: 'what is too close to go' });
    expect(await numbersOf(byAge, aged)).toEqual([4, 3]);
    expect(await numbersOf(all, stored)).toHaveLength(3);
    expect((await roomOf(server, few)).used).toBe(10 * size);
    await waitFor(async () => (await storedBlobs(server)).length === 15, { what: 'their bytes to go' });
  });
});

test('a server that is killed while it makes newer versions files of their own has done so for all or none', async () => {
  const server = await startServer();
  const ada = await signUp(server);
  const files = [];
  for (let i = 0; i < 8; i += 1) files.push({ id: await makeVersions(ada, `${i}.bin`, 2), version: 2 });
  const held = await holdAccounts(server);
  const call = ada.api.versions.keepBoth({ files });
  call.catch(() => {});
  await server.kill('SIGKILL');
  await held.release();
  await server.restart();
  const shown = async () => (await ada.api.folders.children({ id: 'root' })).files.length;
  expect([8, 16]).toContain(await shown());
  if ((await shown()) === 8) await ada.api.versions.keepBoth({ files });
  expect(await shown()).toBe(16);
  expect((await roomOf(server, ada)).used).toBe(16 * size);
});
