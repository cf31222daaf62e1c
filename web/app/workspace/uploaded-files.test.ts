import { expect, test } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { createUploadedFiles } from './uploaded-files.ts';

test('what was uploaded together is shown in the folder of the first of it', async () => {
  const { uploaded, calls } = createHarness({ one: { folder: null, file: { folderId: 'letters' } } });
  uploaded.stored('before', true);
  uploaded.stored('one', true);
  uploaded.stored('two', false);
  expect(calls.splice(0)).toEqual(['show before', 'show one', 'add two']);
  await uploaded.show((address) => calls.push(`go ${address}`));
  expect(calls).toEqual(['show one two', 'go /folder/letters']);
});

test('a whole folder is shown beside its siblings, and what cannot be found is said', async () => {
  const { uploaded, calls } = createHarness({ album: { folder: { parentId: null }, file: null } });
  await uploaded.show((address) => calls.push(`go ${address}`));
  expect(calls).toEqual([]);
  uploaded.stored('album', true);
  await uploaded.show((address) => calls.push(`go ${address}`));
  expect(calls.splice(0)).toEqual(['show album', 'show album', 'go /task']);
  uploaded.stored('gone', true);
  await uploaded.show((address) => calls.push(`go ${address}`));
  expect(calls).toEqual(['show gone', 'say Not shown']);
});

/** `entries` are on the server; `calls` tells what became of them on the page. */
function createHarness(entries: Record<string, object>) {
  const calls: string[] = [];
  const get = async ({ id }: { id: string }) => {
    const entry = entries[id];
    if (entry === undefined) throw new ApiError({ code: 'not-found', message: 'It is gone.' }, 404);
    return entry;
  };
  const uploaded = createUploadedFiles({
    api: { entries: { get } } as unknown as Parameters<typeof createUploadedFiles>[0]['api'],
    results: { show: (ids) => calls.push(`show ${ids.join(' ')}`), add: (id) => calls.push(`add ${id}`) },
    toasts: { show: (title) => void calls.push(`say ${title}`) },
  });
  return { uploaded, calls };
}
