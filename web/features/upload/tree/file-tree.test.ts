import { afterEach, expect, test, vi } from 'vitest';
import { handleOf } from '../queue/file-handles.ts';
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

/** A folder as it is dropped, with the entries in it. */
function droppedFolder(name: string, children: unknown[]) {
  const createReader = () => {
    const parts = [children, []];
    return { readEntries: (resolve: (part: unknown) => void) => resolve(parts.shift()) };
  };
  const entry = { isFile: false, isDirectory: true, name, createReader };
  return { kind: 'file', getAsFile: () => null, webkitGetAsEntry: () => entry };
}

function fileEntry(file: File) {
  return { isFile: true, isDirectory: false, name: file.name, file: (resolve: (file: File) => void) => resolve(file) };
}

test('dropped folders of the same name become one', async () => {
  const files = ['a', 'b'].map((name) => new File(['x'], name));
  const items = files.map((file) => droppedFolder('Sea', [fileEntry(file)]));
  const tree = await treeOfDropped({ items } as unknown as DataTransfer, () => {});
  expect(tree.folders.get('Sea')?.files).toEqual(files);
});

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
