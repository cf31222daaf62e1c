import { useEffect, useState } from 'react';
import type { ApiClient } from '#client/api.ts';

export type StorageApi = Pick<ApiClient, 'account' | 'views' | 'trash'>;

type Loaded = {
  storage: Awaited<ReturnType<ApiClient['account']['storage']>>;
  largest: Awaited<ReturnType<ApiClient['views']>>['hits'];
};

/** So many of the largest files are shown; all of them after somebody asks. */
const fewFiles = 5;
const manyFiles = 100;

/** What fills the space of the account, and its largest files. */
export function useStorage(api: StorageApi) {
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<unknown>();
  const [shows, setShows] = useState(fewFiles);

  useEffect(() => {
    read(api).then(setLoaded, setFailure);
  }, [api]);

  return {
    storage: loaded?.storage,
    largest: loaded?.largest.slice(0, shows) ?? [],
    hasMore: (loaded?.largest.length ?? 0) > shows,
    showMore: () => setShows(manyFiles),
    failure,
    load,
    async emptyTrash(): Promise<void> {
      try {
        await api.trash.empty();
      } catch (error) {
        return setFailure(error);
      }
      await load();
    },
  };

  async function load(): Promise<void> {
    try {
      setLoaded(await read(api));
      setFailure(undefined);
    } catch (error) {
      setFailure(error);
    }
  }
}

async function read(api: StorageApi): Promise<Loaded> {
  const [storage, { hits }] = await Promise.all([
    api.account.storage(),
    api.views({ view: 'largest', limit: manyFiles }),
  ]);
  return { storage, largest: hits };
}
