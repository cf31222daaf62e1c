import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createThumbnailMaker } from '#server/previews/thumbnail-maker.ts';

const maker = createThumbnailMaker({ report: () => {} });
afterAll(() => maker.close());

const rate = 44_100;
const head = 44;

test('the wave of a sound of three hours shows all of it, and is drawn of a small part of it', async () => {
  const samples = 3 * 3600 * rate;
  // Silent, then loud, then half as loud.
  const loudness = (sample: number) => [0, 1, 0.5][Math.floor((sample / samples) * 3)] ?? 0;
  const { heights, readBytes } = await waveOf({
    contentType: 'audio/wav',
    size: head + samples * 2,
    fill(bytes, start) {
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = sampleByte(start + at, loudness);
      if (start < head) waveHead(samples).copy(bytes, 0, start);
    },
  });
  expect(readBytes).toBeLessThan(16 * 1024 ** 2);
  const [first, second, third] = [heights.slice(2, 15), heights.slice(17, 31), heights.slice(33, 47)];
  expect(Math.max(...first)).toBeLessThan(0.05);
  expect(Math.min(...second)).toBeGreaterThan(0.95);
  for (const height of third) expect(height).toBeCloseTo(0.5, 1);
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

/** A tone of 441 Hz in 16 bits. */
function sampleByte(at: number, loudness: (sample: number) => number): number {
  const sample = Math.floor((at - head) / 2);
  const value = Math.round(Math.sin((sample / 100) * 2 * Math.PI) * 20_000 * loudness(sample)) & 0xffff;
  return (at - head) % 2 === 0 ? value & 0xff : value >> 8;
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
