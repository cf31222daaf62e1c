import { createContext } from 'react';

/** Whether the server is unreachable, and files with it: the browser saves listings, not the files. */
export const OfflineContext = createContext(false);
