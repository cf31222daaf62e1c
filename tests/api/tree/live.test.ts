import { beforeAll, describe, expect, test } from 'vitest';
import { openLive } from '#client/live.ts';
import type { Change } from '#contract/records/changes.ts';
import type { Transfer } from '#contract/transfers.ts';
import { logIn, type Person, signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

describe('the live stream', () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer();
  });

  test('tells of folders and files made elsewhere, in order, once each', async () => {
    const ada = await signUp(server);
    const heard = await listen(ada);
    const { operationId: _, ...folder } = await ada.api.folders.create({ name: 'New', parentId: null });
    const file = await uploadFile(ada, { name: 'a.txt', body: bytes(3), folderId: folder.id });
    // Each change tells what is there by then.
    await waitFor(() => heard.changes.length === 2, { what: 'two changes' });
    await ada.api.entries.remove({ id: folder.id });
    await waitFor(() => heard.changes.length === 3, { what: 'three changes' });
    expect(heard.changes.map((change) => change.revision)).toEqual([1, 2, 3]);
    expect(heard.changes[0]).toMatchObject({ revision: 1, entryId: folder.id, folder: { name: 'New' }, file: null });
    expect(heard.changes[1]).toMatchObject({ revision: 2, entryId: file.id, folder: null, file });
    expect(heard.changes[2]).toMatchObject({ revision: 3, entryId: folder.id, folder: null, file: null });
  });

  test('tells what the folders above a change hold, where something came and where it left', async () => {
    const ada = await signUp(server);
    const [from, to] = [await folderOf('From'), await folderOf('To')];
    const inner = await folderOf('Inner', from);
    const heard = await listen(ada);
    const { id } = await uploadFile(ada, { name: 'a.txt', body: bytes(3), folderId: inner });
    await waitFor(() => heldBy(from)?.bytes === 3, { what: 'the new file' });
    expect([heldBy(null), heldBy(inner)]).toEqual([
      { folders: 3, files: 1, bytes: 3 },
      { folders: 0, files: 1, bytes: 3 },
    ]);
    await ada.api.entries.update({ id, parentId: to });
    await waitFor(() => heldBy(from)?.files === 0, { what: 'the file to leave' });
    expect([heldBy(null)?.files, heldBy(to)?.files]).toEqual([1, 1]);
    await ada.api.entries.remove({ id });
    await waitFor(() => heldBy(to)?.files === 0, { what: 'the file to go' });
    expect(heldBy(null)).toEqual({ folders: 3, files: 0, bytes: 0 });

    async function folderOf(name: string, parentId: string | null = null) {
      return (await ada.api.folders.create({ name, parentId })).id;
    }

    function heldBy(folder: string | null) {
      const told = heard.changes.flatMap(({ above = [] }) => above.filter((one) => one.id === folder));
      return told.at(-1)?.contents;
    }
  });

  test('tells another account nothing', async () => {
    const [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
    const heard = await listen(bob);
    await ada.api.folders.create({ name: 'Secret', parentId: null });
    const own = await bob.api.folders.create({ name: 'Own', parentId: null });
    await waitFor(() => heard.changes.length > 0, { what: 'a change' });
    expect(heard.changes.map((change) => change.entryId)).toEqual([own.id]);
  });

  test('continues after the last revision when the server was killed in between', async () => {
    const own = await startServer();
    const ada = await signUp(own);
    const heard = await listen(ada);
    await ada.api.folders.create({ name: 'before', parentId: null });
    await waitFor(() => heard.changes.length === 1, { what: 'the first change' });
    await own.kill('SIGKILL');
    await waitFor(() => !heard.connected, { what: 'the break' });
    await own.restart();
    for (const name of ['while', 'away']) await ada.api.folders.create({ name, parentId: null });
    await waitFor(() => heard.changes.length === 3, { what: 'the missed changes' });
    expect(heard.changes.map((change) => change.folder?.name)).toEqual(['before', 'while', 'away']);
    expect(heard.resets).toEqual([]);
  });

  test('resumes by Last-Event-ID, and more than one batch comes whole', async () => {
    const ada = await signUp(server);
    for (let i = 0; i < 230; i += 1) await ada.api.folders.create({ name: `folder ${i}`, parentId: null });
    const heard = await listen(ada, 10);
    await waitFor(() => heard.changes.length === 220, { what: '220 changes' });
    expect(heard.changes.map((change) => change.revision)).toEqual(Array.from({ length: 220 }, (_, i) => i + 11));
    const raw = await readEvents(ada, { 'last-event-id': '229' }, 2);
    expect(raw).toMatch(/^event: ready\n.*id: 229/s);
    expect(raw).toMatch(/event: change\n.*id: 230/s);
  });

  test('a revision it does not know makes the listener read everything again', async () => {
    const ada = await signUp(server);
    await ada.api.folders.create({ name: 'one', parentId: null });
    const heard = await listen(ada, 999);
    await waitFor(() => heard.resets.length === 1, { what: 'a reset' });
    expect(heard.resets).toEqual([1]);
  });

  test('a listing carries the revision at which the stream continues', async () => {
    const ada = await signUp(server);
    await ada.api.folders.create({ name: 'one', parentId: null });
    const { revision } = await ada.api.folders.children({ id: 'root' });
    const two = await ada.api.folders.create({ name: 'two', parentId: null });
    const heard = await listen(ada, revision);
    await waitFor(() => heard.changes.length === 1, { what: 'the second folder' });
    expect(heard.changes[0]?.entryId).toBe(two.id);
  });

  test('ends when the session does', async () => {
    const ada = await signUp(server);
    const heard = await listen(ada);
    await ada.account.logOut();
    await waitFor(() => heard.ended, { what: 'the end of the stream' });
  });

  test('twenty streams are enough for one account', async () => {
    const ada = await signUp(server);
    const streams = await Promise.all(Array.from({ length: 20 }, () => ada.fetch('/api/live')));
    expect(streams.map((stream) => stream.status)).toEqual(Array(20).fill(200));
    const oneMore = await ada.fetch('/api/live');
    expect([oneMore.status, (await oneMore.json()).code]).toEqual([429, 'too-many-streams']);
    for (const stream of streams) await stream.body?.cancel();
    await waitFor(async () => (await ada.fetch('/api/live')).status === 200, { what: 'room for a stream' });
  });

  test('tells how far the uploads of the account are, on all of its streams and on no other', async () => {
    const ada = await signUp(server);
    const { id: folderId } = await ada.api.folders.create({ name: 'Films', parentId: null });
    const heard = await listen(await logIn(server, ada));
    const stranger = await listen(await signUp(server));
    const place = await tus(ada).place({ name: 'film.bin', length: 10, folderId });
    await tus(ada).send(place, 0, bytes(4));
    const id = place.slice(place.lastIndexOf('/') + 1);
    await waitFor(() => heard.transfers[0]?.received === 4, { what: 'what is on its way' });
    expect(heard.transfers).toEqual([{ id, folderId, name: 'film.bin', size: 10, received: 4 }]);
    await tus(ada).send(place, 4, bytes(6));
    await waitFor(() => heard.transfers.length === 0, { what: 'its end' });
    const given = await tus(ada).place({ name: 'given up.bin', length: 10, folderId });
    await tus(ada).send(given, 0, bytes(4));
    await waitFor(() => heard.transfers.length === 1, { what: 'another upload' });
    await tus(ada).giveUp(given);
    await waitFor(() => heard.transfers.length === 0, { what: 'its end, too' });
    expect(stranger.everOnTheWay).toBe(false);
  });

  test('a revision that is no number is refused', async () => {
    const ada = await signUp(server);
    const response = await ada.fetch('/api/live?after=minus');
    expect([response.status, (await response.json()).code]).toEqual([400, 'invalid-input']);
  });
});

async function listen(person: Person, after?: number) {
  const heard = {
    changes: [] as Change[],
    resets: [] as number[],
    transfers: [] as readonly Transfer[],
    everOnTheWay: false,
    ended: false,
    connected: false,
  };
  const live = openLive(
    person.server,
    {
      onReady: () => {},
      onChange: (change) => heard.changes.push(change),
      onReset: (revision) => heard.resets.push(revision),
      onEnded: () => {
        heard.ended = true;
      },
      onTransfers: (transfers) => {
        heard.transfers = transfers;
        heard.everOnTheWay ||= transfers.length > 0;
      },
      onConnected: (connected) => {
        heard.connected = connected;
      },
    },
    after,
  );
  atEndOfFile(() => live.close());
  await waitFor(() => heard.connected, { what: 'the live stream' });
  return heard;
}

/** The text of the first events of a raw stream. */
async function readEvents(person: Person, headers: Record<string, string>, count: number): Promise<string> {
  const response = await person.fetch('/api/live', { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.split('\n\n').length <= count) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  return text;
}
