import { useCallback, useRef } from 'react';
import type { AdminApi } from '#client/admin-api.ts';
import type { Person } from '#contract/records/people.ts';
import { useConfirmed } from '../confirm/confirmed-context.ts';

/** How many are read of those that the page does not show yet. */
const readAtOnce = 100;

type Shown = { people: readonly Person[]; nextCursor: string | null };

/** Finds who can get the files of somebody: by name or email among those that are shown, and by the beginning of the email among all. */
export function useFindPeople(api: AdminApi, shown: Shown | undefined, me: string | undefined) {
  const confirmed = useRef(useConfirmed());
  return useCallback(
    async (text: string): Promise<Person[]> => {
      const isFit = ({ id, state, name, email }: Person) =>
        id !== me && state === 'active' && (email.includes(text) || name.toLowerCase().includes(text));
      const found = (shown?.people ?? []).filter(isFit);
      if (shown?.nextCursor == null || text.length < 2) return found;
      // The list goes on behind an address; the one that was typed is among what follows a shorter one.
      const next = { cursor: text.slice(0, -1), limit: readAtOnce };
      const { people } = await confirmed.current(() => api.people.list(next));
      const known = new Set(found.map(({ id }) => id));
      return [...found, ...people.filter((one) => isFit(one) && !known.has(one.id))];
    },
    [api, shown, me],
  );
}
