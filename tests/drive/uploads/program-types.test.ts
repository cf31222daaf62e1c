import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
import { openDrive } from '../open-drive.ts';

const scope = ownScope({ kind: 'person', account: 'ada' });
const { drive, db } = await openDrive();
const { uploads, deduplicate } = drive.ofScope;
const program = Buffer.from(`export const greeting = 'Grüße';\n`.repeat(1000));
const film = await readFile(new URL('../../support/fixtures/media/film.m2ts', import.meta.url));
const others: [string, Buffer, string][] = [
  ['main.ts', program, 'text/plain'],
  ['main.mts', program, 'text/plain'],
  ['empty.ts', Buffer.alloc(0), 'text/plain'],
  // The 1,024th byte is within a character.
  ['cut.ts', Buffer.from(`a${'ü'.repeat(2000)}`), 'text/plain'],
  ['news.ts', film, 'video/mp2t'],
  ['trip.MTS', film, 'video/mp2t'],
  ['program.m2ts', program, 'video/mp2t'],
];

test.each(others)('%s is stored as what its bytes are, in one request', async (name, bytes, expected) => {
  const upload = { name: `one-${name}`, folderId: null, length: bytes.length, contentType: 'video/mp2t', metadata: {} };
  await uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes });
  expect(await typeOf(upload.name)).toBe(expected);
});

test.each(others)('%s is stored as what its bytes are, in parts', async (name, bytes, expected) => {
  const id = uploads.newId();
  const upload = { name: `parts-${name}`, folderId: null, length: bytes.length, metadata: {} };
  await uploads.begin(scope, id, upload);
  await uploads.append(scope, id, 0, Readable.from([bytes]));
  expect(await typeOf(upload.name)).toBe(expected);
});

test('a program that is there already is one under another name', async () => {
  const upload = { name: 'first.ts', folderId: null, length: 6, metadata: {} };
  await uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes: Buffer.from('let a;') });
  const { sha256 } = await db.selectFrom('blobs').select('sha256').where('size', '=', 6).executeTakeFirstOrThrow();
  const again = { folderId: null, size: 6, sha256: sha256 ?? '', contentType: 'video/mp2t' };
  expect((await deduplicate.reuse(scope, { ...again, name: 'second.ts' })).file?.contentType).toBe('text/plain');
  expect((await deduplicate.reuse(scope, { ...again, name: 'third.m2ts' })).file?.contentType).toBe('video/mp2t');
});

async function typeOf(name: string) {
  const row = await db
    .selectFrom('entries')
    .innerJoin('versions', 'versions.id', 'entries.current_version')
    .select('versions.content_type')
    .where('entries.name', '=', name)
    .executeTakeFirstOrThrow();
  return row.content_type;
}
