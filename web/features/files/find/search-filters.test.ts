import { expect, test } from 'vitest';
import { wantedBy } from './search-filters.ts';

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

test('between two days, both whole, and between two sizes in MB; either end may be open', () => {
  expect(wanted('changed=between&from=2026-03-01&to=2026-03-02&size=between&min=0.5&max=2')).toEqual({
    from: new Date(2026, 2, 1).getTime(),
    to: new Date(2026, 2, 3).getTime() - 1,
    minSize: 500_000,
    maxSize: 2_000_000,
  });
  expect(wanted('changed=between&to=2026-03-02&size=between&max=0')).toEqual({
    to: new Date(2026, 2, 3).getTime() - 1,
    maxSize: 0,
  });
  expect(wanted('changed=between&from=0001-01-01')).toEqual({ from: 0 });
  expect(wanted('changed=between&from=soon&size=between&min=-1&max=many')).toBeUndefined();
  expect(wanted('from=2026-03-01&min=1')).toBeUndefined();
});

test('two days or two sizes in the wrong order ask for the same as in the right one', () => {
  expect(wanted('changed=between&from=2026-03-02&to=2026-03-01&size=between&min=2&max=0.5')).toEqual(
    wanted('changed=between&from=2026-03-01&to=2026-03-02&size=between&min=0.5&max=2'),
  );
});
