import { useState } from 'react';
import type { AdminApi } from '#client/admin-api.ts';
import { maxPageSize } from '#contract/limits.ts';
import type { Invitation, Person, ServerSettings } from '#contract/records/people.ts';
import { useConfirmed } from '../confirm/confirmed-context.ts';
import { useRead } from '../reading/use-read.ts';

const pageSize = 100;

type Loaded = {
  people: Person[];
  sums: { people: number; usedBytes: number };
  nextCursor: string | null;
  invitations: Invitation[];
  settings: ServerSettings;
};

/** What the page of the people shows, and `run` for what changes it. */
export function usePeople(api: AdminApi) {
  const confirmed = useConfirmed();
  const [moreFailure, setMoreFailure] = useState<unknown>();
  const {
    value: loaded,
    set,
    failure,
    run,
    ...rest
  } = useRead<Loaded>(async () => {
    // As many as are shown, of which one was changed. Alone first: it asks for the password where that is needed.
    const limit = Math.min(Math.max(loaded?.people.length ?? 0, pageSize), maxPageSize);
    const page = await confirmed(() => api.people.list({ limit }));
    const [invitations, settings] = await Promise.all([api.invitations.list(), api.settings.get()]);
    return { ...page, invitations, settings };
  });

  return {
    ...rest,
    loaded,
    failure: failure ?? moreFailure,

    /** Does something and reads everything again. Returns whether it was done. */
    run(work: () => Promise<unknown>): Promise<boolean> {
      setMoreFailure(undefined);
      return run(() => confirmed(work));
    },

    async readMore(): Promise<void> {
      if (loaded?.nextCursor == null) return;
      setMoreFailure(undefined);
      try {
        const next = { cursor: loaded.nextCursor, limit: pageSize };
        const { people, nextCursor } = await confirmed(() => api.people.list(next));
        // Read anew meanwhile, as after a change, it is another page that follows.
        set((now) => (now === loaded ? { ...loaded, people: [...loaded.people, ...people], nextCursor } : now));
      } catch (error) {
        setMoreFailure(error);
      }
    },
  };
}
