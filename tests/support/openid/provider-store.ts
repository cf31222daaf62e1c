import type { Adapter, AdapterPayload } from 'oidc-provider';

/** What a provider remembers of one kind, as long as it lives. Nothing expires: no test lasts as long. */
export function createProviderStore(): Adapter {
  const rows = new Map<string, AdapterPayload>();
  return {
    upsert: async (id, payload) => void rows.set(id, payload),
    find: async (id) => rows.get(id),
    findByUid: async (uid) => [...rows.values()].find((row) => row.uid === uid),
    findByUserCode: async () => undefined,
    destroy: async (id) => void rows.delete(id),
    async consume(id) {
      const row = rows.get(id);
      if (row) row.consumed = Math.floor(Date.now() / 1000);
    },
    async revokeByGrantId(grantId) {
      for (const [id, row] of rows) if (row.grantId === grantId) rows.delete(id);
    },
  };
}
