import { expect, test } from 'vitest';
import { cutFileName, nameVariant } from './name-variants.ts';
import { nameProblem, utf8Length } from './names.ts';

test.each([
  ['file', 'photo.jpg', 0, 'photo.jpg'],
  ['file', 'photo.jpg', 1, 'photo (copy).jpg'],
  ['file', 'photo.jpg', 12, 'photo (copy 12).jpg'],
  ['file', 'no ending', 1, 'no ending (copy)'],
  ['file', '.profile', 1, '.profile (copy)'],
  ['file', 'Dear Ms. Grey', 2, 'Dear Ms. Grey (copy 2)'],
  ['file', 'a.tar.gz', 1, 'a.tar (copy).gz'],
  ['folder', 'Summer 19.8', 1, 'Summer 19.8 (copy)'],
] as const)('%s %s, %i: %s', (kind, name, n, expected) => {
  expect(nameVariant({ name, kind }, 'copy', n)).toBe(expected);
});

test.each(['a', 'é', '家', '👨‍👩‍👧‍👦'])('names of %s that are as long as can be stay valid and whole', (grapheme) => {
  const name = `${grapheme.repeat(Math.floor(251 / utf8Length(grapheme)))}.jpg`;
  const variant = nameVariant({ name, kind: 'file' }, 'restored', 3);
  expect(nameProblem(variant)).toBeUndefined();
  expect(variant).toMatch(/ \(restored 3\)\.jpg$/);
  const stem = variant.slice(0, variant.indexOf(' ('));
  expect(stem).toBe(grapheme.repeat(stem.length / grapheme.length));
});

test.each([
  ['photo.jpg', 9, 'photo.jpg'],
  ['photo.jpg', 8, 'phot.jpg'],
  ['家族.jpg', 8, '家.jpg'],
])('%s in %i bytes is %s', (name, bytes, expected) => {
  expect(cutFileName(name, bytes)).toBe(expected);
});
