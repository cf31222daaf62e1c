import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSession } from '../features/account/session-context.ts';
import type { House } from './house.ts';
import { loadPart } from './load-part.ts';

/**
 * The house of a person: closed until a page needs it, so that the pages for everybody stay light; open from then on,
 * from page to page, until another person, or nobody, is signed in.
 */
export function useOpenHouse(uid: string | undefined) {
  const { ended, stoppedUploads } = useSession();
  const [house, setHouse] = useState<House>();
  const [wantedBy, setWantedBy] = useState<string>();
  const wanted = uid !== undefined && wantedBy === uid;

  useEffect(() => {
    if (!wanted) return undefined;
    let left = false;
    let opened: House | undefined;
    loadPart(() => import('./house.ts')).then(
      ({ openHouse }) => {
        if (left) return;
        opened = openHouse(uid, ended);
        setHouse(opened);
      },
      (error: unknown) => {
        // Hands the failure to the page that says so.
        setHouse(() => {
          throw error;
        });
      },
    );
    return () => {
      left = true;
      const stopped = opened?.close() ?? 0;
      if (stopped > 0) stoppedUploads(stopped);
      setHouse(undefined);
    };
  }, [uid, wanted, ended, stoppedUploads]);

  const open = useCallback(() => setWantedBy(uid), [uid]);
  const current = house?.uid === uid ? house : undefined;
  return useMemo(() => ({ house: current, open }), [current, open]);
}
