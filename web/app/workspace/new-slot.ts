import { createContext } from 'react';

/** The place in the phone's bar for what a page can make; null where there is no bar. */
export const NewSlotContext = createContext<Element | null>(null);
