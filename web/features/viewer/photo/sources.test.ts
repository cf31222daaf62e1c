import { expect, test } from 'vitest';
import { maxAheadBytes, sourcesOf } from './sources.ts';

const made = {
  state: 'made',
  url: 'small',
  screenUrl: 'screen',
  width: 3000,
  height: 2000,
  blur: '',
  seconds: null,
} as const;
const pictured = (contentType: string, size: number) => ({ contentType, size, url: 'whole', preview: made });

test('what may move is whole at once, unless it is large; the others are when they are magnified', () => {
  const firstOf = (contentType: string, size: number, magnified = false) =>
    sourcesOf(pictured(contentType, size), { magnified })[0];
  expect(firstOf('image/jpeg', 1000)).toBe('screen');
  expect(firstOf('image/jpeg', 1000, true)).toBe('whole');
  expect(firstOf('image/gif', 9 * maxAheadBytes)).toBe('whole');
  expect(firstOf('image/apng', 9 * maxAheadBytes)).toBe('whole');
  expect(firstOf('image/webp', maxAheadBytes)).toBe('whole');
  expect(firstOf('image/webp', maxAheadBytes + 1)).toBe('screen');
  expect(firstOf('image/heic', 1000, true)).toBe('screen');
});
