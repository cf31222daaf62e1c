import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readFile } from './read-file.ts';

test('the facts of a photograph are told before it is drawn', async () => {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123' } })
    .withExif({ IFD0: { Model: 'X100' }, IFD2: { DateTimeOriginal: '2026:08:12 05:52:10' } })
    .jpeg()
    .toBuffer();
  const file = { contentType: 'image/jpeg', name: 'a.jpg', size: bytes.length, read: async () => bytes };
  const events: unknown[] = [];
  // Drawing takes a turn of the event loop at least.
  const { picture, facts } = await readFile(file, (told) => setImmediate(() => events.push(told)));
  events.push('drawn');
  expect(picture).toMatchObject({ width: 60, height: 40 });
  expect(facts).toMatchObject({ camera: 'X100', takenAt: { local: '2026-08-12T05:52:10' }, width: 60 });
  expect(events).toEqual([facts, 'drawn']);
});
