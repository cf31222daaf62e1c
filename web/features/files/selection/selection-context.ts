import { createContext, useContext, useSyncExternalStore } from 'react';
import { createSelection, type Selection } from './selection.ts';

/** The selection of the folder that the page shows. */
export const SelectionContext = createContext<Selection>(createSelection());

/** What is cut, to be pasted elsewhere. */
export const CutContext = createContext<Selection>(createSelection());

/** Whether an entry is selected. */
export function useIsSelected(id: string): boolean {
  return useIsIn(useContext(SelectionContext), id);
}

/** Whether an entry is cut. */
export function useIsCut(id: string): boolean {
  return useIsIn(useContext(CutContext), id);
}

function useIsIn(selection: Selection, id: string): boolean {
  return useSyncExternalStore(selection.subscribe, () => selection.has(id));
}
