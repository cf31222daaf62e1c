import { expect, test } from 'vitest';
import { wantedPage } from './wanted-page.ts';

test('only a path of this house is a wanted page', () => {
  expect(wantedPage({ wanted: '/folder/x?y' })).toBe('/folder/x?y');
  for (const wanted of ['//evil.example', '/\\evil.example', 'https://evil.example', 'folder', 7]) {
    expect(wantedPage({ wanted })).toBeUndefined();
  }
  expect(wantedPage(null)).toBeUndefined();
});
