import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { blobOf, placeOf, quarantinedBytes } from '#tests/support/database/stored-bytes.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer } from '#tests/support/server/start-server.ts';
import { strace } from '#tests/support/server/strace-program.ts';

const mebibyte = 1024 ** 2;

test.each([
  ['of one block', 2 * mebibyte],
  ['of many blocks', 6 * mebibyte],
])(
  'a file %s that the disk does not give is never sent short, stays where it is, and is sent when it is given',
  async (_what, size) => {
    const server = await startServer();
    server.expectLog(/A blob is damaged|A damaged blob is whole again/);
    const person = await signUp(server);
    const body = bytes(size, 'unreadable');
    const file = await uploadFile(person, { name: 'unreadable.bin', body });
    const blobId = await blobOf(server, file);
    const place = placeOf(server, blobId);
    const state = () => person.api.files.integrity({ id: file.id });

    const disk = await withoutReads(server.pid, place);
    for (const range of ['bytes=0-', 'bytes=70000-80000']) {
      const response = await person.fetch(file.url, { headers: { range } });
      expect([response.status, (await response.json()).code]).toEqual([500, 'file-damaged']);
    }
    await waitFor(async () => (await state()).damagedAt !== null, { what: 'the scrub to have tried in vain' });
    await disk.heal();

    expect(await quarantinedBytes(server, blobId)).toBeUndefined();
    await access(place);
    await waitFor(async () => sha256(await (await person.fetch(file.url)).arrayBuffer()) === sha256(body), {
      what: 'the file to be sent again',
    });
    expect((await state()).damagedAt).toBeNull();
  },
);

/** Answers each read of a file by a process with EIO until it is healed. */
async function withoutReads(pid: number, path: string) {
  const inject = ['-e', 'trace=pread64', '-e', 'inject=pread64:error=EIO'];
  const tracer = spawn(strace, ['-f', '-p', String(pid), '-P', path, '-o', '/dev/null', ...inject], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const told = createInterface({ input: tracer.stderr });
  await Promise.race([once(told, 'line'), once(tracer, 'error').then(([error]) => Promise.reject(error as Error))]);
  return {
    async heal(): Promise<void> {
      const ended = once(tracer, 'close');
      tracer.kill('SIGINT');
      await ended;
    },
  };
}
