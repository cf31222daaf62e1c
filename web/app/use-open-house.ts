import { useEffect, useState } from 'react';
import { useSession } from '../features/account/session-context.ts';
import type { House } from './house.ts';

/** Opens the house of a person and closes it when another person, or nobody, is signed in. */
export function useOpenHouse(uid: string | undefined): House | undefined {
  const { ended } = useSession();
  const [house, setHouse] = useState<House>();

  useEffect(() => {
    if (uid === undefined) return undefined;
    let left = false;
    let opened: House | undefined;
    import('./house.ts').then(
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
      opened?.close();
      setHouse(undefined);
    };
  }, [uid, ended]);

  return house?.uid === uid ? house : undefined;
}
