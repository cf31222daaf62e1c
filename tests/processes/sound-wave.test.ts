import sharp from 'sharp';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createThumbnailMaker } from '#server/previews/process/thumbnail-maker.ts';

const maker = createThumbnailMaker({ report: () => {} });
afterAll(() => maker.close());

const rate = 44_100;
const head = 44;

test('the wave of a sound of three hours shows all of it, and is drawn of a small part of it', async () => {
  const samples = 3 * 3600 * rate;
  const third = (samples / 3) * 2;
  // Silent, then loud, then half as loud.
  const periods = [0, 1, 0.5].map(periodOf);
  const { heights, readBytes } = await waveOf({
    contentType: 'audio/wav',
    size: head + samples * 2,
    fill(bytes, start) {
      for (let at = Math.max(0, head - start); at < bytes.length; ) {
        const offset = start + at - head;
        const period = periods[Math.floor(offset / third)];
        if (period === undefined) return;
        at += period.copy(bytes, at, offset % period.length);
      }
      if (start < head) waveHead(samples).copy(bytes, 0, start);
    },
  });
  expect(readBytes).toBeLessThan(16 * 1024 ** 2);
  const [first, second, last] = [heights.slice(2, 15), heights.slice(17, 31), heights.slice(33, 47)];
  expect(Math.max(...first)).toBeLessThan(0.05);
  expect(Math.min(...second)).toBeGreaterThan(0.95);
  for (const height of last) expect(height).toBeCloseTo(0.5, 1);
});

test('of a sound whose wave takes too long it is still known how long it plays, and when it was taken', async () => {
  const impatient = createThumbnailMaker({ report: () => {}, busyMs: 1500 });
  onTestFinished(() => impatient.close());
  const samples = 3 * 3600 * rate;
  // What is behind the beginning never comes.
  const read = async (start: number, end: number) =>
    start === 0 ? Buffer.concat([waveHead(samples)], end) : await new Promise<never>(() => {});
  const file = { contentType: 'audio/wav', name: '2026-08-12 05.52.10.wav', size: head + samples * 2, read };
  const { picture, facts } = await impatient.read(file);
  expect(picture).toBeUndefined();
  expect(facts).toMatchObject({ seconds: 3 * 3600, takenAt: { local: '2026-08-12T05:52:10', from: 'name' } });
});

type Sound = { contentType: string; size: number; fill: (bytes: Buffer, start: number) => void };

/** How high each bar is, of the highest, and how much of the sound was read for it. */
async function waveOf({ contentType, size, fill }: Sound) {
  let readBytes = 0;
  const read = async (start: number, end: number) => {
    readBytes += end - start;
    const bytes = Buffer.alloc(end - start);
    fill(bytes, start);
    return bytes;
  };
  const { picture } = await maker.read({ contentType, name: 'sound', size, read });
  if (picture?.screen == null) throw new Error('No wave');
  expect([picture.width, picture.height]).toEqual([1024, 512]);
  const { data, info } = await sharp(picture.screen).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  // In the middle of each bar.
  const inked = Array.from({ length: 48 }, (_, bar) => {
    const x = Math.round(40 + ((bar + 0.5) * (1024 - 80)) / 48);
    return Array.from({ length: info.height }, (__, y) => data[(y * info.width + x) * 4 + 3] ?? 0).filter(
      (alpha) => alpha > 127,
    ).length;
  });
  return { readBytes, heights: inked.map((pixels) => pixels / Math.max(...inked)) };
}

/** 100 samples of 16 bits: a tone of 441 Hz. */
function periodOf(loudness: number): Buffer {
  const bytes = Buffer.alloc(200);
  for (let at = 0; at < 100; at += 1)
    bytes.writeInt16LE(Math.round(Math.sin((at / 100) * 2 * Math.PI) * 20_000 * loudness), at * 2);
  return bytes;
}

/** Of one channel. */
function waveHead(samples: number): Buffer {
  const bytes = Buffer.alloc(head);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(head - 8 + samples * 2, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples * 2, 40);
  return bytes;
}
