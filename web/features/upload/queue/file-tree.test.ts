import { afterEach, expect, test, vi } from 'vitest';
import { handleOf } from './file-handles.ts';
import { treeOfDropped } from './file-tree.ts';

class Handle {
  readonly kind = 'file';
}

afterEach(() => vi.unstubAllGlobals());

/** A file as it is dropped; `handle` is what the browser tells later. */
function dropped(file: File, handle: Promise<unknown>) {
  const entry = { isFile: true, isDirectory: false, name: file.name };
  return {
    kind: 'file',
    getAsFile: () => file,
    webkitGetAsEntry: () => entry,
    getAsFileSystemHandle: () => handle,
  };
}

test('dropped files come with their handles, as far as the browser gives them', async () => {
  vi.stubGlobal('FileSystemFileHandle', Handle);
  const [first, second] = [new File(['1'], 'first'), new File(['2'], 'second')];
  const handle = Promise.withResolvers<unknown>();
  const items = [dropped(first, handle.promise), dropped(second, Promise.reject(new Error('No.')))];
  const tree = treeOfDropped({ items } as unknown as DataTransfer, () => {});
  setTimeout(() => handle.resolve(new Handle()));
  expect((await tree).files).toEqual([first, second]);
  expect([handleOf(first), handleOf(second)]).toEqual([expect.any(Handle), undefined]);
});
