import { maxSearchHits } from '#contract/limits.ts';
import type { Operation } from '#contract/records/batch.ts';
import type { Place } from '../client/build-account.ts';
import { uploadFile } from '../client/upload-file.ts';
import { bytes } from '../fixtures/bytes.ts';
import { again, allOf, type Begin, stranger } from './strangers.ts';

/** Of folders with nine files each. */
const tens = 100;
const copies = 200;
const names = 2000;

/** 20,000 folders in Trash, with 200,000 entries, are listed, added up, and deleted for good one by one and all together. */
export async function largeTrash(place: Place): Promise<Begin> {
  const person = await stranger(place, async ({ server, api, ...rest }) => {
    const patient = { server, api, ...rest };
    const holder = await api.folders.create({ name: 'Hundred', parentId: null });
    const ten = await api.folders.create({ name: 'Ten', parentId: holder.id });
    const { id } = await uploadFile(patient, { name: '0.txt', folderId: ten.id, body: bytes(10) });
    const copy = (what: string, parentId: string, from: number, count: number): Operation[] =>
      Array.from({ length: count }, (_, i) => ({ do: 'copy', id: what, parentId, name: `${from + i}` }));
    await api.batch({ operations: copy(id, ten.id, 1, 8) });
    for (let made = 1; made < tens; made += 50)
      await api.batch({ operations: copy(ten.id, holder.id, made, Math.min(50, tens - made)) });
    for (let made = 0; made < copies; made += 1) {
      const { folder } = await api.entries.copy({ id: holder.id, parentId: null, name: `Copy ${made}` });
      const { folders } = await api.folders.children({ id: folder?.id ?? '', limit: tens });
      await api.batch({ operations: folders.map((one) => ({ do: 'trash', id: one.id })) });
    }
  });
  const { api } = person;
  const deleteOne = async () => {
    const { items } = await api.trash.list({ limit: 1 });
    const { folder } = items[0]?.entry ?? {};
    if (folder) await api.trash.remove({ id: folder.id });
  };
  return allOf([
    again(() => api.trash.list({ limit: 1000 }), 4),
    again(() => api.storage(), 4),
    again(deleteOne),
    again(() => api.trash.empty()),
  ]);
}

/** What is found by a letter is almost everything, and what is undone has to be done first. */
export async function searchesAndUndo(place: Place): Promise<Begin> {
  let holder = '';
  const person = await stranger(place, async ({ api }) => {
    ({ id: holder } = await api.folders.create({ name: 'Names', parentId: null }));
    for (let made = 0; made < names; made += 500)
      await api.batch({
        operations: Array.from({ length: 500 }, (_, i) => ({
          do: 'create-folder' as const,
          name: `An ordinary name ${made + i}`,
          parentId: holder,
        })),
      });
  });
  const { api } = person;
  const terms = ['a', 'na', 'ordinary', 'ordinery', 'an or na', '1'];
  const undoIt = async (done: { operationId: string | null }) => {
    const { operationId } = await api.undo({ operationId: done.operationId ?? '' });
    await api.undo({ operationId: operationId ?? '' });
  };
  return allOf([
    again((round) => api.search({ q: terms[round % terms.length] ?? '', limit: maxSearchHits }), 8),
    again(async (round) => await undoIt(await api.entries.update({ id: holder, name: `Names ${round}` })), 4),
  ]);
}
