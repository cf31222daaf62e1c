import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test('only a path of this site is returned to', () => {
  expect(returnPath({ returnTo: '/folder/x?y' })).toBe('/folder/x?y');
  for (const returnTo of ['//evil.example', '/\\evil.example', 'https://evil.example', 'folder', 7]) {
    expect(returnPath({ returnTo })).toBeUndefined();
  }
  expect(returnPath(null)).toBeUndefined();
});
