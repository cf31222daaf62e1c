import { createContext } from 'react';

/** Whether the server is away, and so the content of files: this browser keeps what folders hold, not the files. */
export const OfflineContext = createContext(false);

export const offlineSentence = 'This file is not on this device. It opens when you are online again.';
