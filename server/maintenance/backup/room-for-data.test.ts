import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OperatorError } from '../operator-error.ts';
import { createRoomForData, leftForData } from './room-for-data.ts';

let data: string;
let backups: string;
beforeAll(async () => {
  [data, backups] = [
    await mkdtemp(join(tmpdir(), 'keepsake-room-data-')),
    await mkdtemp(join(tmpdir(), 'keepsake-room-backups-')),
  ];
});
afterAll(async () => {
  for (const folder of [data, backups]) await rm(folder, { recursive: true });
});

const part = Buffer.alloc(1000);

test('on the disk of the data a backup ends before it takes the room that is left for them', async () => {
  let free = leftForData + 2 * part.length;
  const room = createRoomForData(backups, data, async () => free);
  await expect(room.leave(2 * part.length)).resolves.toBeUndefined();
  await expect(room.leave(2 * part.length + 1)).rejects.toThrow(OperatorError);
  async function* source() {
    for (let count = 0; count < 3; count += 1) yield part;
  }
  let written = 0;
  const copy = async () => {
    for await (const bytes of room.whileLeft(source())) {
      written += bytes.length;
      free -= bytes.length;
    }
  };
  await expect(copy()).rejects.toThrow('name a folder on another disk');
  expect(written).toBe(2 * part.length);
});

test('a disk of its own it may fill, and one without a data folder', async () => {
  for (const elsewhere of ['/proc', join(data, 'missing')])
    await expect(createRoomForData(backups, elsewhere, async () => 0).leave(1)).resolves.toBeUndefined();
});
