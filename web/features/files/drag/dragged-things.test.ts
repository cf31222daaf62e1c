import { expect, test } from 'vitest';
import { carry, readCarried } from './dragged-things.ts';

const thing = { id: 'a', name: 'a.txt', parentId: null, isFolder: false };
const carried = { account: 'me', what: 'move', things: [thing] } as const;

test('what is carried arrives in a page of the same account', () => {
  const data = new Map<string, string>();
  const transfer = {
    setData: (type: string, text: string) => data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
  } as unknown as DataTransfer;
  carry(transfer, carried);
  expect(readCarried(transfer, 'me')).toEqual(carried);
  expect(readCarried(transfer, 'other')).toBeUndefined();
  expect(data.get('text/plain')).toBe('a.txt');
});

test.each([
  '',
  '{',
  'null',
  '"move"',
  JSON.stringify({ ...carried, what: 'delete' }),
  JSON.stringify({ ...carried, things: [] }),
  JSON.stringify({ ...carried, things: 'a' }),
  JSON.stringify({ ...carried, things: [null] }),
  JSON.stringify({ ...carried, things: [{ ...thing, id: 7 }] }),
  JSON.stringify({ ...carried, things: [{ ...thing, name: null }] }),
])('any page can write that type; what is none of ours is nothing: %s', (text) => {
  expect(readCarried({ getData: () => text } as unknown as DataTransfer, 'me')).toBeUndefined();
});
