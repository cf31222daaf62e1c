import type { DriveClient } from '#client/drive-api.ts';
import { folderAddress } from '#web/features/files/cache/place.ts';
import type { Results } from '#web/features/files/listing/results.ts';
import { callErrorMessage } from '#web/features/files/parts/name-error.tsx';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';

type Deps = {
  api: { entries: Pick<DriveClient['entries'], 'get'> };
  results: Pick<Results, 'show' | 'add'>;
  toasts: Pick<Toasts, 'show'>;
};

/** The files and whole folders that are uploaded together: the page marks them, and leads to them afterwards. */
export function createUploadedFiles({ api, results, toasts }: Deps) {
  let ids: string[] = [];

  return {
    /** One is there. The page goes to the first of those that are uploaded together, and stays there. */
    stored(id: string, isFirst: boolean) {
      if (isFirst) {
        ids = [id];
        results.show([...ids]);
      } else {
        ids.push(id);
        results.add(id);
      }
    },

    /** Goes to the folder that holds the first of them, wherever that is by now. */
    async show(go: (address: string) => unknown): Promise<void> {
      const [first] = ids;
      if (first === undefined) return;
      try {
        const { folder, file } = await api.entries.get({ id: first });
        results.show([...ids]);
        go(folderAddress(folder?.parentId ?? file?.folderId ?? null));
      } catch (error) {
        toasts.show('Not shown', callErrorMessage(error));
      }
    },
  };
}
