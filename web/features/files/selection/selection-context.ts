import { createContext, useContext, useSyncExternalStore } from 'react';
import { createSelection, type Selection } from './selection.ts';

/** The selection of the folder that the page shows. */
export const SelectionContext = createContext<Selection>(createSelection());

/** Whether an entry is selected. */
export function useIsSelected(id: string): boolean {
  const selection = useContext(SelectionContext);
  return useSyncExternalStore(selection.subscribe, () => selection.has(id));
}
