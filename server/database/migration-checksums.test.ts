import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { checksumOf } from './migration-checksums.ts';
import * as firstTables from './migrations/001-first-tables.ts';
import * as previews from './migrations/002-previews.ts';
import * as objectsAndAccess from './migrations/003-objects-and-access.ts';
import * as integrity from './migrations/004-integrity.ts';
import * as manyNodes from './migrations/005-many-nodes.ts';
import * as installationMigrations from './migrations/006-installation-migrations.ts';
import * as attempts from './migrations/007-attempts.ts';
import * as sessionsAndEvents from './migrations/008-sessions-and-events.ts';
import * as checksumsAndClock from './migrations/009-checksums-and-clock.ts';
import * as entryCounts from './migrations/010-entry-counts.ts';
import * as namesInNfc from './migrations/011-names-in-nfc.ts';
import * as sortKeys from './migrations/012-sort-keys.ts';
import * as search from './migrations/013-search.ts';
import * as operations from './migrations/014-operations.ts';
import * as folderContents from './migrations/015-folder-contents.ts';
import * as stars from './migrations/017-stars.ts';
import * as versions from './migrations/018-versions.ts';
import * as singleRequests from './migrations/019-single-requests.ts';
import * as constraintName from './migrations/020-constraint-name.ts';
import * as thumbnailTurns from './migrations/021-thumbnail-turns.ts';
import * as trashContents from './migrations/022-trash-contents.ts';
import * as eventCounts from './migrations/023-event-counts.ts';
import * as searchAdditions from './migrations/024-search-additions.ts';
import * as gramsOnPostgres from './migrations/025-grams-on-postgres.ts';

const steps = [
  firstTables,
  previews,
  objectsAndAccess,
  integrity,
  manyNodes,
  installationMigrations,
  attempts,
  sessionsAndEvents,
  checksumsAndClock,
  entryCounts,
  namesInNfc,
  sortKeys,
  search,
  operations,
  folderContents,
  stars,
  versions,
  singleRequests,
  constraintName,
  thumbnailTurns,
  trashContents,
  eventCounts,
  searchAdditions,
  gramsOnPostgres,
];

/** On SQLite and on PostgreSQL. Installations have recorded these: a step that was released is never changed, nor how Kysely writes its statements. */
const recorded = [
  ['1fdef2ee668d734a', '1fdef2ee668d734a'],
  ['224709c5dc45e9e5', '224709c5dc45e9e5'],
  ['9558b062cd632f8c', 'd55c89630102cf18'],
  ['e4df5be79b389d41', 'b309d19512f94454'],
  ['5b215f5ca359e88e', '5b215f5ca359e88e'],
  ['ed9f35c16a695e5f', 'ed9f35c16a695e5f'],
  ['3defd435fff375d2', '3defd435fff375d2'],
  ['6dedfa57b98997fc', '6dedfa57b98997fc'],
  ['03df2dba88c76408', '03df2dba88c76408'],
  ['8494ea21266e1170', '8494ea21266e1170'],
  ['e3b0c44298fc1c14', 'e3b0c44298fc1c14'],
  ['1d1adb47efdb9741', '7a701b4b270d0aba'],
  ['047603cc61e5452e', 'e63f7dc9f30334e6'],
  ['a5daf7e0a24d269f', 'a5daf7e0a24d269f'],
  ['ab3448c8595da16b', 'e142514efe29448e'],
  ['4e5408d7f6f426e6', 'e2d29c8aafcc9006'],
  ['97b6ef39b25feb0f', '97b6ef39b25feb0f'],
  ['ffba1be66b5d4a7d', 'ffba1be66b5d4a7d'],
  ['e3b0c44298fc1c14', '8c09c14960de821a'],
  ['67d925cccd96c9a8', '67d925cccd96c9a8'],
  ['eaa76f37b72b70fb', 'eaa76f37b72b70fb'],
  ['a56f5b140e4c4c2f', 'a56f5b140e4c4c2f'],
  ['91bf23de7041482f', 'e3b0c44298fc1c14'],
  ['e3b0c44298fc1c14', 'b00265447ecfdc46'],
];

test('no step that was released has changed', async () => {
  const found = await Promise.all(
    steps.map(async (step) => [
      (await checksumOf(step, 'sqlite')).slice(0, 16),
      (await checksumOf(step, 'postgres')).slice(0, 16),
    ]),
  );
  expect(found).toEqual(recorded);
});

test('the form of a step does not matter, its statements do', async () => {
  const one = { up: async (db: Kysely<unknown>) => void (await sql`drop table a`.execute(db)) };
  const same = {
    async up(db: Kysely<unknown>) {
      await db.introspection.getTables();
      await db.schema.dropTable('a').execute();
    },
  };
  const quoted = { up: async (db: Kysely<unknown>) => void (await sql`drop table "a"`.execute(db)) };
  expect(await checksumOf(same, 'sqlite')).toBe(await checksumOf(quoted, 'sqlite'));
  expect(await checksumOf(one, 'sqlite')).not.toBe(await checksumOf(same, 'sqlite'));
});
