import { expect, test } from 'vitest';
import { wantedBy } from './wanted.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = 20_000 * dayMs + 1234;
const wanted = (query: string) => wantedBy(new URLSearchParams(query), now);

test('the address of the page for finding says what is wanted', () => {
  expect(wanted('q=+lake++&kind=photo&changed=week&size=10mb&in=abc&starred=1')).toEqual({
    q: 'lake',
    kind: 'photo',
    from: 19_993 * dayMs,
    minSize: 10_000_000,
    folderId: 'abc',
    starred: true,
  });
});

test('what it does not know is left out, and nothing is asked for without anything', () => {
  expect(wanted('kind=cake&changed=toString&size=9&starred=0&other=1')).toBeUndefined();
  expect(wanted('q=++')).toBeUndefined();
  expect(wanted('q=a&kind=cake')).toEqual({ q: 'a' });
});
