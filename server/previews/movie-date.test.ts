import { expect, test } from 'vitest';
import { takenInMovie } from './movie-date.ts';

const at = Date.UTC(2012, 4, 6, 7, 8, 9) / 1000;
const since1904 = at - Date.UTC(1904, 0, 1) / 1000;

test.each([
  ['since 1904, as the standard has it', since1904, '2012-05-06T07:08:09'],
  ['since 1970, as some telephones have it', at, '2012-05-06T07:08:09'],
  ['of a clock that was not set', 0, undefined],
])('a film was taken at the time of its header, %s', async (_, seconds, local) => {
  const film = Buffer.alloc(64);
  film.writeUInt32BE(16);
  film.write('ftypisom', 4, 'latin1');
  film.writeUInt32BE(48, 16);
  film.write('moov', 20, 'latin1');
  film.writeUInt32BE(40, 24);
  film.write('mvhd', 28, 'latin1');
  film.writeUInt32BE(seconds, 36);
  const file = { contentType: 'video/mp4', name: 'a.mp4', size: film.length };
  const taken = await takenInMovie({}, { ...file, read: async (start, end) => film.subarray(start, end) });
  expect(taken?.local).toBe(local);
});
