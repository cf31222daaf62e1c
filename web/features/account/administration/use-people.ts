import { useCallback, useEffect, useRef, useState } from 'react';
import type { AdminApi } from '#client/admin-api.ts';
import type { Invitation, Person, ServerSettings } from '#contract/records/people.ts';
import { useConfirmed } from '../confirm/confirmed-context.ts';

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
  const confirmed = useRef(useConfirmed());
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<unknown>();
  const [running, setRunning] = useState(false);

  const load = useCallback(async () => {
    // One first: it asks for the password where that is needed.
    const page = await confirmed.current(() => api.people.list({ limit: pageSize }));
    const [invitations, settings] = await Promise.all([api.invitations.list(), api.settings.get()]);
    setLoaded({ ...page, invitations, settings });
  }, [api]);

  useEffect(() => {
    load().catch(setFailure);
  }, [load]);

  return {
    loaded,
    failure,
    running,

    /** Does something and reads everything again. Returns whether it was done. */
    async run(work: () => Promise<unknown>): Promise<boolean> {
      setRunning(true);
      setFailure(undefined);
      try {
        await confirmed.current(work);
        await load();
        return true;
      } catch (error) {
        setFailure(error);
        return false;
      } finally {
        setRunning(false);
      }
    },

    async readMore(): Promise<void> {
      if (loaded?.nextCursor == null) return;
      try {
        const next = { cursor: loaded.nextCursor, limit: pageSize };
        const { people, nextCursor } = await confirmed.current(() => api.people.list(next));
        setLoaded({ ...loaded, people: [...loaded.people, ...people], nextCursor });
      } catch (error) {
        setFailure(error);
      }
    },
  };
}
