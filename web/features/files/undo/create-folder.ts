import type { Folder } from '#contract/records/entries.ts';
import { placesOf } from '../cache/place.ts';
import type { Undo } from './undo.ts';

type Deps = {
  listings: { createFolder(name: string, parentId: string | null): Promise<Folder & { operationId: string | null }> };
  undo: Pick<Undo, 'did' | 'doing'>;
};

/** Creates a folder in another one, null is Root, and offers to undo it. Throws ApiError. */
export async function createFolder({ listings, undo }: Deps, name: string, parentId: string | null): Promise<Folder> {
  const creating = listings.createFolder(name, parentId).then(({ operationId, ...folder }) => {
    undo.did([{ things: [folder], operationId, toTrash: true }], 'Created', placesOf([folder]));
    return folder;
  });
  undo.doing(Promise.allSettled([creating]));
  return await creating;
}
