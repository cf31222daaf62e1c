import { createContext } from 'react';

/** Whether the server is unreachable, and files with it: the browser saves listings, not the files. */
export const OfflineContext = createContext(false);

/** How often the server went or came: what failed before may be tried again. */
export const TurnsContext = createContext(0);
