import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { personAt, signUp } from '#tests/support/client/build-account.ts';
import { query } from '#tests/support/database/query.ts';
import { sha256 } from '#tests/support/fixtures/bytes.ts';
import { fingerprint } from '#tests/support/installations/fingerprint.ts';
import { narrowed, rowsOf } from '#tests/support/installations/older-data.ts';
import { makeOlder, makeOlderTables, migrateAway } from '#tests/support/installations/older-installation.ts';
import { smallInstallation } from '#tests/support/installations/small-installation.ts';
import { emptyInstallation, environmentOf, operateJson, serve } from '#tests/support/server/operator.ts';
import { runServer } from '#tests/support/server/run-server.ts';

describe('what was migrated by a version before step 006', () => {
  const step = '005-many-nodes';

  test('does not start, not a byte is changed, and `migrate --undo` brings it back with everything in it', async () => {
    const older = await emptyInstallation();
    await makeOlder(older, step);
    await migrateAway(older);
    const before = await rowsOf(older);
    const [folder, notes] = [await fingerprint(older.dataFolder), await query(older, 'select * from moves')];

    const started = await runServer(environmentOf(older));
    expect(started).toEqual({ code: 1, output: expect.stringContaining('was migrated to s3://new-home') });
    expect(await fingerprint(older.dataFolder)).toEqual(folder);
    expect(await query(older, 'select * from moves')).toEqual(notes);

    expect(await operateJson(older, ['migrate', '--undo'])).toEqual({ place: 's3://new-home' });
    expect(narrowed(await rowsOf(older), before)).toEqual(narrowed(before, before));
    expect(await query(older, 'select * from installation_migrations')).toEqual([]);
    const person = await signUp(await serve(older));
    expect(await person.api.folders.create({ name: 'New', parentId: null })).toMatchObject({ name: 'New' });
  });

  test('and was interrupted does not start, and resumes', async () => {
    const { server, person, files } = await smallInstallation();
    const target = await emptyInstallation();
    await makeOlderTables(target, step);
    await writeFile(join(target.dataFolder, 'lock'), '');
    const [source] = await query(server, 'select id from installation');
    await query(target, `insert into moves values ('new', '${String(source?.['id'])}', 'coming', '/srv/old', 12)`);
    const folder = await fingerprint(target.dataFolder);
    const started = await runServer(environmentOf(target));
    expect(started).toEqual({ code: 1, output: expect.stringContaining('was not finished') });
    expect(await fingerprint(target.dataFolder)).toEqual(folder);

    const place = [...(target.databaseUrl === undefined ? [] : [target.databaseUrl]), target.dataFolder];
    await operateJson(server, ['migrate', '--to', ...place]);
    expect(await query(target, 'select id from installation')).toEqual([{ id: 'new' }]);
    const there = personAt(await serve(target), person);
    for (const [name, { file, sha256: wanted }] of files)
      expect([name, sha256(await (await there.fetch(file.url)).arrayBuffer())]).toEqual([name, wanted]);
  });
});
