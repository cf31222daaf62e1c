import { expect, test } from 'vitest';
import { foldedName } from '#contract/names/names.ts';
import { pageOf } from './archive-page.ts';
import { createZipNames } from './zip-names.ts';

test('names are folded together as they would be apart, whatever stands next to the slash', () => {
  const characters = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) => character !== '/' && character.isWellFormed(),
  );
  const names = characters.flatMap((character) => [`Σ${character}`, `${character}Σ`]);
  expect(foldedName(names.join('/')).split('/')).toEqual(names.map(foldedName));
});

test('what is told apart in one page is in the next one of the same folder, and not in another folder', () => {
  const otherNames = createZipNames();
  const page = (parent: string, names: string[]) => {
    const column = (value: string) => names.map(() => value).join('/');
    return pageOf({
      ids: column('id'),
      parents: parent,
      names: names.join('/'),
      versions: column('version'),
      sizes: column('1'),
      created: column('1'),
      modified: column('1'),
    });
  };
  expect([...otherNames(page('one', ['photo.jpg', 'Photo.jpg', 'a\\b']))]).toEqual([
    [1, 'Photo (2).jpg'],
    [2, 'a_b'],
  ]);
  expect([...otherNames(page('one', ['PHOTO.jpg', 'photo (2).jpg', 'A_B', 'other']))]).toEqual([
    [0, 'PHOTO (3).jpg'],
    [1, 'photo (2) (2).jpg'],
    [2, 'A_B (2)'],
  ]);
  expect([...otherNames(page('two', ['PHOTO.jpg']))]).toEqual([]);
});

test('of however many that are the same to some readers, each has a name of its own', () => {
  const letters = Array.from('photographs');
  const names = Array.from({ length: 2 ** 11 }, (_, bits) =>
    letters.map((letter, i) => ((bits >> i) % 2 ? letter.toUpperCase() : letter)).join(''),
  ).flatMap((name) => Array.from({ length: 10 }, (_, i) => `${name}${'\\\t\n\r\b'[i % 5]}${i < 5 ? '' : '\\'}`));
  const renamed = createZipNames()(
    pageOf({
      ids: names.map(() => 'id').join('/'),
      parents: 'one',
      names: names.join('/'),
      versions: names.map(() => 'version').join('/'),
      sizes: names.map(() => '1').join('/'),
      created: names.map(() => '1').join('/'),
      modified: names.map(() => '1').join('/'),
    }),
  );
  expect(new Set([...renamed.values()].map(foldedName)).size).toBe(names.length);
});
