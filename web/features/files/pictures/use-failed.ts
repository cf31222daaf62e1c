import { useContext, useState } from 'react';
import { OfflineContext } from '../listing/offline.ts';

/** Whether a picture could not be loaded, and what tells so. It is tried again when the server is back. */
export function useFailed(url: string): [failed: boolean, onError: () => void] {
  const isOffline = useContext(OfflineContext);
  const [failed, setFailed] = useState<{ url: string; isOffline: boolean }>();
  return [failed?.url === url && failed.isOffline === isOffline, () => setFailed({ url, isOffline })];
}
