import { expect, test } from 'vitest';
import { shownAs } from './shown-as.ts';

test.each([
  ['lake.webm', 'video/webm', 'film'],
  ['sea.mp3', 'audio/mpeg', 'sound'],
  ['lake.png', 'image/png', 'picture'],
  ['lake.bmp', 'image/bmp', 'picture'],
  ['lake.apng', 'image/apng', 'picture'],
  ['lake.heic', 'image/heic', 'none'],
  ['main.ts', 'video/mp2t', 'document'],
  ['letter.txt', 'text/plain', 'document'],
  ['all.zip', 'application/zip', 'none'],
])('%s of the type %s', (name, contentType, expected) => {
  expect(shownAs({ name, contentType, preview: null })).toBe(expected);
});

test('a film with the name of a program is one where there is a picture of it', () => {
  const preview = { state: 'made', url: '', screenUrl: null, width: 16, height: 9, blur: '', seconds: null } as const;
  expect(shownAs({ name: 'news.ts', contentType: 'video/mp2t', preview })).toBe('film');
});
