import { createContext, useContext, useEffect } from 'react';
import type { House } from './workspace.ts';

type HouseDoor = {
  /** The signed-in person's house; undefined while it is closed. */
  house: House | undefined;
  /** Opens it, until somebody else or nobody is signed in. */
  open: () => void;
};

export const HouseContext = createContext<HouseDoor>({ house: undefined, open: () => {} });

/**
 * Opens the signed-in person's house, for a page that needs it. Undefined while it is being opened, and when nobody is
 * signed in.
 */
export function useHouse(): House | undefined {
  const { house, open } = useContext(HouseContext);
  useEffect(() => open(), [open]);
  return house;
}
