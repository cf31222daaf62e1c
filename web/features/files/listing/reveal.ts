import { createContext, useEffect, useMemo } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The state of a link to a folder that shows one of its entries there. */
export type RevealState = { reveal: string };

/** The entry that is to be brought into view: each object once. */
export type Revealed = { id: string } | undefined;

export const RevealContext = createContext<Revealed>(undefined);

/** What was brought into view stays where the reader scrolls it, also when a grid becomes a list. */
const shown = new WeakSet<NonNullable<Revealed>>();
export const wasShown = (revealed: NonNullable<Revealed>) => shown.has(revealed);
export const setShown = (revealed: NonNullable<Revealed>) => void shown.add(revealed);

/** The entry that the link to this page wants to be seen, which is selected; not when the page is only come back to. */
export function useRevealed(select: (ids: readonly string[]) => void): Revealed {
  const { key, state } = useLocation();
  const how: string = useNavigationType();
  const id = how === 'POP' ? undefined : (state as Partial<RevealState> | null)?.reveal;
  // `key` is new each time the same link is followed: the entry is then brought into view again.
  const revealed = useMemo(() => (id === undefined ? undefined : { id, key }), [id, key]);
  useEffect(() => {
    if (revealed) select([revealed.id]);
  }, [revealed, select]);
  return revealed;
}
