/** Content that is given to further files while the last file that shows it is deleted for good. */
import { expect, test } from 'vitest';
import type { File } from '#contract/records/entries.ts';
import { logIn, type Person, signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { makeBlobsLook, storedBlobs } from '#tests/support/database/stored-blobs.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const rounds = 12;
const sweeps = 4;
const longAgo = Date.parse('2020-01-01');

test('uploads, links, copies and restores of content that is deleted at that moment: every file has its bytes', async () => {
  const server = await startServer();
  const ada = await signUp(server);
  for (let round = 0; round < rounds; round += 1) {
    const folderId = await race(ada, contentOf(round), round);
    await expectWhole(ada, folderId);
    await ada.api.entries.remove({ id: folderId });
    await ada.api.trash.empty();
    expect(await roomOf(server, ada)).toEqual({ used: 0, reserved: 0 });
    // What was sent twice is removed after the answer.
    await waitFor(async () => (await storedBlobs(server)).length === 0, { what: 'the bytes to go' });
  }
});

test('the janitor looks for orphans meanwhile, again and again: it removes them and nothing else', async () => {
  const server = await startServer({ env: { REMOVAL_DELAY_SECONDS: '0' } });
  const ada = await signUp(server);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    await makeBlobsLook(server, longAgo);
    // Each start sweeps.
    await server.restart();
    const person = await logIn(server, ada);
    const races = Array.from({ length: 4 }, (_, i) => race(person, contentOf(sweep % 2), sweep * 10 + i));
    for (const folderId of await Promise.all(races)) await expectWhole(person, folderId);
  }
});

/** Half of them go to the database, half of them are files of the store. */
function contentOf(round: number) {
  return bytes(round % 2 === 0 ? 12_000 : 60_000, `race ${round}`);
}

/** Returns the folder in which it happened. */
async function race(ada: Person, body: Uint8Array<ArrayBuffer>, round: number): Promise<string> {
  const content = { size: body.length, sha256: sha256(body) };
  const { id: folderId } = await ada.api.folders.create({ name: `Round ${round}`, parentId: null });
  const upload = (name: string) => uploadFile(ada, { name, body, folderId });
  const [last, other, inTrash] = [await upload('last'), await upload('other'), await upload('in trash')];
  for (const { id } of [last, other, inTrash]) await ada.api.entries.remove({ id });
  const place = await tus(ada).place({ name: 'in parts', length: body.length, folderId });
  const random = createRandom(round);
  const works = [
    () => ada.api.trash.remove({ id: last.id }),
    () => ada.api.trash.remove({ id: other.id }),
    () => ada.api.trash.restore({ id: inTrash.id }).then(({ file }) => againToTrash(file)),
    () => upload('uploaded'),
    () => tus(ada).send(place, 0, body),
    () => ada.api.files.reuse({ name: 'reused', folderId, ...content }),
    () => ada.api.trash.remove({ id: inTrash.id }),
  ];
  const inAnyOrder = works.map((work) => ({ work, at: random.next() })).toSorted((one, two) => one.at - two.at);
  const results = await Promise.allSettled(inAnyOrder.map(({ work }) => work()));
  for (const result of results) {
    // What is not in Trash any more, or not yet, is refused; nothing else is.
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'not-in-trash' });
  }
  return folderId;

  async function againToTrash(file: File | null): Promise<void> {
    if (file === null) return;
    await ada.api.entries.copy({ id: file.id, parentId: folderId, name: 'copied' });
    await ada.api.entries.remove({ id: file.id });
    await ada.api.trash.remove({ id: file.id }).catch(() => {});
  }
}

async function expectWhole(ada: Person, folderId: string): Promise<void> {
  const { files } = await ada.api.folders.children({ id: folderId });
  expect(files.map(({ name }) => name)).toContain('uploaded');
  for (const { url, size } of files) {
    const response = await ada.fetch(url);
    const stored = await response.arrayBuffer();
    expect([response.status, stored.byteLength]).toEqual([200, size]);
    const digest = Buffer.from(sha256(stored), 'hex').toString('base64');
    expect(response.headers.get('repr-digest')).toBe(`sha-256=:${digest}:`);
  }
}
