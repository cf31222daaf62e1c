import { createContext } from 'react';

/** The state of a link to a folder that asks there at once what is to be made. */
export type NewState = { opensNew: boolean };

/** The place in the phone's bar for what a page can make, which else leads to Root; null where there is no bar. */
export const NewSlotContext = createContext<Element | null>(null);
