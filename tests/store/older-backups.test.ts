import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { migrateAuthTables } from '#server/accounts/auth/auth-tables.ts';
import { withReadInstallation } from '#server/installation/read-installation.ts';
import { backUp } from '#server/maintenance/backup/backup.ts';
import { examine } from '#server/maintenance/doctor/doctor.ts';
import { createOutput } from '#server/maintenance/output.ts';
import { restore } from '#server/maintenance/restore/restore.ts';
import { query } from '#tests/support/database/query.ts';
import { makeOlder, olderSteps } from '#tests/support/installations/older-installation.ts';
import { emptyInstallation, type Installation, ownFolder } from '#tests/support/server/operator.ts';

/** No version before it took backups. */
const firstStep = '005-many-nodes';
/** The last step without checksums of the steps. */
const lastWithoutChecksums = '008-sessions-and-events';
/** The first after which entries are counted. */
const firstWithCount = '010-entry-counts';
/** The last after which it was not noted what thumbnails take up. */
const lastBeforeFacts = '027-archives';

const steps = (await olderSteps()).filter((step) => step >= firstStep);
const some = [firstStep, lastWithoutChecksums, lastBeforeFacts, steps.at(-1) ?? ''];
const [now, output] = [Date.now, createOutput(true)];

test.each(steps)('a backup of a version that ended with %s is restored whole, on SQLite', async (step) => {
  const inFile = async () => ({ dataFolder: await ownFolder('older'), databaseUrl: undefined });
  await expectRestored(step, inFile);
});

test.each(some)('a backup of a version that ended with %s is restored whole, on PostgreSQL', async (step) => {
  await expectRestored(step, emptyInstallation);
});

test('a restore that was interrupted leaves no copy of the unfinished database behind', async () => {
  const older = { dataFolder: await ownFolder('older'), databaseUrl: undefined };
  await makeOlder(older, lastBeforeFacts);
  const folder = await ownFolder('backup');
  await backUpAsThen(older, folder);
  const place = placeOf({ dataFolder: await ownFolder('older'), databaseUrl: undefined });
  const begun = (makeAuthTables: typeof migrateAuthTables) =>
    restore({ place, migrateAuthTables: makeAuthTables, now, output }, folder, { isIncompleteAllowed: false });
  await expect(begun(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  await begun(migrateAuthTables);
  expect((await readdir(place.dataFolder)).filter((name) => !/^(blobs|keepsake\.db.*|secret)$/.test(name))).toEqual([]);
});

async function expectRestored(step: string, newInstallation: () => Promise<Installation>): Promise<void> {
  const older = await newInstallation();
  await makeOlder(older, step);
  await query(
    older,
    `update previews set state = 'made'`,
    `update accounts set used_bytes = (select sum(size) from versions)`,
    ...(step >= firstWithCount ? [`update accounts set used_entries = (select count(*) from entries)`] : []),
  );
  const folder = await ownFolder('backup');
  await backUpAsThen(older, folder);

  const there = await newInstallation();
  const { missing } = await restore({ place: placeOf(there), migrateAuthTables, now, output }, folder, {
    isIncompleteAllowed: false,
  });
  expect(missing).toEqual([]);
  const entries = 'select id, name from entries order by id';
  expect(await query(there, entries)).toEqual(await query(older, entries));
  expect(await query(there, 'select state from previews')).toEqual([{ state: 'waiting' }]);
  expect(await query(there, 'select name from kysely_migration where checksum is null')).toEqual([]);
  const examined = await withReadInstallation(placeOf(there), { now }, (installation) =>
    examine({ installation, now, output }, { isDeep: false, isRunning: false }),
  );
  expect(examined?.result.findings).toEqual([]);
}

/** Takes a backup as the version did whose database it is: this one takes none before it has brought that up to date. */
async function backUpAsThen(older: Installation, folder: string): Promise<void> {
  await withReadInstallation(placeOf(older), { now }, async (installation) => {
    const { database } = installation;
    const taken = { ...database, schema: { ...database.schema, state: 'current' as const } };
    await backUp({ installation: { ...installation, database: taken }, now, output }, folder);
  });
}

function placeOf({ dataFolder, databaseUrl }: Installation) {
  return { dataFolder, databaseUrl, storage: undefined };
}
