import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blobFile, blobIdOf } from '#tests/support/database/blob-of.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { fingerprint } from '#tests/support/installations/fingerprint.ts';
import { smallInstallation } from '#tests/support/installations/small-installation.ts';
import { operate, operateJson } from '#tests/support/server/operator.ts';

type Finding = { kind: string; subject: string; what: string };
type Told = { findings: Finding[]; fixed?: { moved: number; counted: number } };

const nobody = '01990000-0000-7000-8000-0000000000aa';

describe('keepsake doctor', () => {
  test('--fix moves and counts, --undo takes all of it back', async () => {
    const { server, person, files, folderId } = await smallInstallation();
    await server.stop();
    const orphan = join(server.dataFolder, 'blobs', 'aa', nobody);
    await writeFile(orphan, 'nobody knows this', { mode: 0o600 });
    await symlink('/etc/passwd', join(server.dataFolder, 'blobs', 'ab', 'link'));
    await mkdir(join(server.dataFolder, 'Photos'));
    await writeFile(join(server.dataFolder, 'Photos', 'one.jpg'), 'a picture');
    await query(server, `update accounts set used_bytes = used_bytes + 7, reserved_bytes = 3, used_entries = 99`);
    await query(server, `update folder_contents set files = files + 1 where folder_id = '${folderId}'`);
    await query(server, `delete from folder_contents where folder_id = ''`);
    await query(server, `update folder_contents set bytes = bytes + 5 where folder_id = 'trash'`);
    await query(server, `update stored_sums set bytes = bytes + 1 where what = 'version'`);
    const before = await fingerprint(server.dataFolder);
    const counts = async () => [
      await query(server, 'select used_bytes, reserved_bytes, used_entries from accounts'),
      await query(server, 'select folders, files, bytes from folder_contents where bytes > 0 order by folder_id'),
      await query(server, 'select what, count, bytes from stored_sums order by what'),
    ];
    const wrong = await counts();

    const { findings, fixed } = await operateJson<Told>(server, ['doctor', '--fix']);
    expect([findings, fixed]).toMatchObject([[], { moved: 3, counted: 7 }]);
    const everything = JSON.stringify(Object.values(await fingerprint(server.dataFolder)));
    expect(everything).toContain(sha256(new TextEncoder().encode('nobody knows this')));
    await server.restart();
    const photo = files.get('photo.raw');
    expect(sha256(await (await person.fetch(photo?.file.url ?? '')).arrayBuffer())).toBe(photo?.sha256);
    expect((await operate(server, ['doctor', '--undo'])).code).toBe(8);
    await server.stop();

    await operateJson(server, ['doctor', '--undo']);
    expect(await counts()).toEqual(wrong);
    expect(withoutDatabase(await fingerprint(server.dataFolder))).toEqual(withoutDatabase(before));
    expect((await operate(server, ['doctor', '--undo'])).code).toBe(1);
  });

  test('--fix tells what it did before what it cannot mend, and --undo takes no option that it would ignore', async () => {
    const { server, files } = await smallInstallation();
    const id = await blobIdOf(server, files.get('photo.raw')?.file.url ?? '');
    await server.stop();
    await rm(blobFile(server.dataFolder, id));
    await writeFile(join(server.dataFolder, 'one.jpg'), 'a picture');
    const { code, stdout } = await operate(server, ['doctor', '--deep', '--fix']);
    const lines = stdout.split('\n');
    expect([code, lines[0]]).toEqual([
      7,
      expect.stringMatching(
        /^1 file moved, 0 counters corrected, as noted in .*\/journal\.ndjson; `keepsake doctor --undo` undoes it\.$/,
      ),
    ]);
    expect(lines[1]).toBe(`blobs ${id}: its bytes are missing: restore them from a backup`);
    expect(lines).toContain('1 problem left, which --fix does not mend.');
    for (const option of ['--fix', '--deep'])
      expect((await operate(server, ['doctor', '--undo', option])).code).toBe(2);
    expect((await operate(server, ['doctor', '--undo'])).stdout).toMatch(/^1 file moved back, 0 counters set back, /);
  });

  test('--fix is refused while the server runs', async () => {
    const { server } = await smallInstallation();
    const { code, stderr } = await operate(server, ['doctor', '--fix']);
    expect([code, stderr]).toEqual([8, expect.stringContaining('stop the server')]);
    expect((await operate({ ...server, dataFolder: '/nowhere' }, ['doctor'])).code).toBe(1);
    expect((await operate(server, ['doctor', 'me'])).code).toBe(2);
  });

  test('--deep tells of a damaged blob that its bytes were brought back, which a server notices when it starts', async () => {
    const { server, files } = await smallInstallation();
    server.expectLog(/A damaged blob is whole again/);
    const idOf = (name: string) => blobIdOf(server, files.get(name)?.file.url ?? '');
    const [whole, small, broken] = [await idOf('photo.raw'), await idOf('note.txt'), await idOf('large.bin')];
    await server.stop();
    await query(server, `update blobs set damaged_at = 1 where id in ('${whole}', '${small}', '${broken}')`);
    await writeFile(blobFile(server.dataFolder, broken), bytes(50_000, 'rot'));
    const told = async (...options: string[]) => {
      const { findings } = await operateJson<Told>(server, ['doctor', ...options], 7);
      expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['damaged']));
      return new Map(findings.map(({ subject, what }) => [subject.replace('blobs ', ''), what]));
    };
    const known = 'it was found damaged: restore its bytes from a backup';
    const unread = `${known}; \`keepsake doctor --deep\` tells whether they are whole again`;
    expect(await told()).toEqual(new Map([whole, small, broken].toSorted().map((id) => [id, unread])));
    const deep = await told('--deep');
    expect([deep.get(whole), deep.get(small)]).toEqual(Array(2).fill(expect.stringContaining('whole again')));
    expect(deep.get(broken)).toBe(known);
    await server.restart();
    await waitFor(async () => (await query(server, 'select id from blobs where damaged_at is not null')).length === 1, {
      what: 'the check of the damaged blobs',
    });
    expect([...(await told('--deep'))]).toEqual([[broken, known]]);
  });
});

function withoutDatabase(found: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(found).filter(([path]) => !/^keepsake\.db|quarantine/.test(path)));
}
