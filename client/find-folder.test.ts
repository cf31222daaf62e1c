import { expect, test } from 'vitest';
import type { ApiClient } from './api.ts';
import { findFolderAt } from './find-folder.ts';

/** Folders by the id of their parent, each with its name as the id. */
const names: Record<string, string[]> = { root: ['spaced', '  spaced  '], '  spaced  ': [' inner'] };
const children = async ({ id }: { id: string }) => ({
  folders: (names[id] ?? []).map((name) => ({ id: name, name })),
  files: [],
  nextCursor: null,
});
const api = { folders: { children } } as unknown as Pick<ApiClient, 'folders'>;

test.each([
  ['', null],
  ['/', null],
  ['spaced', 'spaced'],
  ['  spaced  ', '  spaced  '],
  ['/  spaced  // inner/', ' inner'],
  [' spaced', undefined],
  ['  spaced  /inner', undefined],
])('%j leads to %j', async (path, id) => {
  expect(await findFolderAt(api, path)).toBe(id);
});
