import { afterEach, expect, test, vi } from 'vitest';
import { handleOf, pickFiles } from './file-handles.ts';

afterEach(() => vi.unstubAllGlobals());

function choosing(chosen: () => Promise<unknown[]>) {
  vi.stubGlobal('window', { showOpenFilePicker: chosen });
}

test('of chosen files those that cannot be read are named, and the others come', async () => {
  const file = new File(['1'], 'there');
  const there = { name: 'there', getFile: async () => file };
  const gone = { name: 'gone', getFile: () => Promise.reject(new Error('NotFoundError')) };
  choosing(async () => [gone, there]);
  const unreadable: string[] = [];
  expect(await pickFiles((name) => unreadable.push(name))).toEqual([file]);
  expect([unreadable, handleOf(file)]).toEqual([['gone'], there]);
});

test('nothing is chosen when the person changes their mind', async () => {
  choosing(() => Promise.reject(new DOMException('No.', 'AbortError')));
  expect(await pickFiles(() => {})).toEqual([]);
});
