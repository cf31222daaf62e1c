import { createContext } from 'react';

/** Whether the server is unreachable, and files with it: the browser saves listings, not the files. */
export const OfflineContext = createContext(false);

export const fileOfflineMessage = 'This file is not on this device. Open it when you are online again.';
