import { expect, test } from 'vitest';
import { maxDescriptionCharacters } from '#contract/records/facts.ts';
import { readSidecar } from './takeout-sidecar.ts';

const now = Date.UTC(2026, 7, 12);
const nothing = { takenAt: null, description: null, place: null };
const read = (text: string) => readSidecar(Buffer.from(text), now);

test('a sidecar tells when something was taken, what of, and where; the rest of it is left out', () => {
  const told = {
    title: 'IMG_1.jpg',
    description: ' At the lake.\r\nWith Ada\u2028and\tEve\u0000. ',
    imageViews: '12',
    creationTime: { timestamp: '1786000000' },
    photoTakenTime: { timestamp: '1559984642', formatted: '8 Jun 2019, 09:04:02 UTC' },
    geoData: { latitude: 48.13712345, longitude: -11.5, altitude: 519, latitudeSpan: 0, longitudeSpan: 0 },
    geoDataExif: { latitude: 1, longitude: 2 },
    people: [{ name: 'Ada' }],
    url: 'https://photos.google.com/photo/a',
  };
  expect(read(`\ufeff${JSON.stringify(told)}`)).toEqual({
    takenAt: 1_559_984_642_000,
    description: 'At the lake.\nWith Ada\nand Eve .',
    place: { latitude: 48.137123, longitude: -11.5 },
  });
});

test.each([
  ['"1559984642"', 1_559_984_642_000],
  ['1559984642', 1_559_984_642_000],
  ['0', 0],
  ['"-86400"', -86_400_000],
  // Before the first photograph, and the day after tomorrow.
  ['"-4600000000"', null],
  [`${now / 1000 + 2 * 86_400}`, null],
  ['"99999999999999999999"', null],
  ['1e300', null],
  ['1e999', null],
  ['1.5', null],
  ['"soon"', null],
  ['""', null],
  ['true', null],
  ['[]', null],
  ['null', null],
])('a time of %s is %s', (timestamp, expected) => {
  const text = `{"description":"a","photoTakenTime":{"timestamp":${timestamp}}}`;
  expect(read(text)).toEqual({ ...nothing, description: 'a', takenAt: expected });
});

test.each([
  ['{"latitude":0,"longitude":0}', '{"latitude":0,"longitude":0}', null],
  ['{"latitude":0,"longitude":0}', '{"latitude":-90,"longitude":180}', { latitude: -90, longitude: 180 }],
  ['{"latitude":0,"longitude":9.5}', 'null', { latitude: 0, longitude: 9.5 }],
  ['{"latitude":90.1,"longitude":1}', '{"latitude":1}', null],
  ['{"latitude":1e999,"longitude":1}', '{"latitude":"1","longitude":"1"}', null],
  ['"here"', '[1,2]', null],
])('a place of %s, or else %s, is %o', (geoData, geoDataExif, expected) => {
  const text = `{"description":"a","geoData":${geoData},"geoDataExif":${geoDataExif}}`;
  expect(read(text)).toEqual({ ...nothing, description: 'a', place: expected });
});

test('a description is cut, never within a character, and has no more than one empty line at a time', () => {
  const long = read(JSON.stringify({ description: `a${'😀'.repeat(maxDescriptionCharacters)}` }));
  expect(long?.description).toBe(`a${'😀'.repeat(maxDescriptionCharacters / 2 - 1)}`);
  expect(read(JSON.stringify({ description: 'a\n\n\n\nb \ud83d c' }))?.description).toBe('a\n\nb   c');
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{}',
  '{"title":"a"}',
  '{"description":" \\n\\u0000"}',
  '{"description":{"a":1},"photoTakenTime":[],"geoData":{}}',
])('%s tells nothing', (text) => {
  expect(read(text)).toBeUndefined();
});
