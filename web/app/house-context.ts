import { createContext, useContext } from 'react';
import type { House } from './house.ts';

export const HouseContext = createContext<House | undefined>(undefined);

/** The signed-in person's house; undefined while it is being opened, and when nobody is signed in. */
export function useHouse(): House | undefined {
  return useContext(HouseContext);
}
