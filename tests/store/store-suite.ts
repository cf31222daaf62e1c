import { afterAll, beforeAll, describe } from 'vitest';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { describeGrowth } from './suite/growth.ts';
import { describePut } from './suite/put.ts';
import { describeReading } from './suite/reading.ts';
import { describeUpkeep } from './suite/upkeep.ts';

/** Two ways into one store, as two nodes have them. They are open while tests run. */
export type TwoNodes = { one: BlobStore; other: BlobStore };

/** Everything that a store of blobs promises (server/blobs/blob-store.ts). A short run leaves out what takes long. */
export function describeStore(name: string, open: () => Promise<TwoNodes>, { isShort = false } = {}): void {
  describe(`a store of blobs ${name}`, () => {
    const stores = {} as TwoNodes;
    beforeAll(async () => {
      Object.assign(stores, await open());
    });
    afterAll(async () => {
      await stores.one.close();
      await stores.other.close();
    });

    describePut(stores);
    describeGrowth(stores);
    describeReading(stores, { isShort });
    describeUpkeep(stores);
  });
}
