import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logIn, signUp, visit } from '#tests/support/client/build-account.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

test('keeps accounts and folders over a clean restart and over a kill', async () => {
  const server = await startServer();
  const person = await signUp(server);
  const {
    path: _path,
    operationId: _,
    ...folder
  } = await person.api.folders.create({ name: 'Letters', parentId: null });

  await server.restart();
  expect((await person.api.folders.children({ id: 'root' })).folders).toEqual([folder]);

  await server.kill('SIGKILL');
  await server.restart();
  const again = await logIn(server, person);
  expect(again.uid).toBe(person.uid);
  expect((await again.api.folders.children({ id: 'root' })).folders).toEqual([folder]);
});

test('keeps its data folder to itself', async () => {
  const server = await sharedServer();
  expect((await stat(server.dataFolder)).mode & 0o777).toBe(0o700);
  const entries = await readdir(server.dataFolder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    // What was only there for a moment is gone by now.
    const stats = await stat(path).catch(
      (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && Promise.reject(error),
    );
    if (stats) expect([path, (stats.mode & 0o077).toString(8)]).toEqual([path, '0']);
  }
});

test('does not know strangers', async () => {
  const server = await sharedServer();
  const answer = await visit(server).fetch('/api/folders/root');
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'unauthenticated' });
});
