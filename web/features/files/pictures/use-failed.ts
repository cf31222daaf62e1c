import { useContext, useEffect, useState } from 'react';
import { OfflineContext } from '../listing/offline.ts';

/** Whether a picture could not be loaded, and what tells so. It is tried again when the server is back. */
export function useFailed(): [failed: boolean, onError: () => void] {
  const isOffline = useContext(OfflineContext);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!isOffline) setFailed(false);
  }, [isOffline]);
  return [failed, () => setFailed(true)];
}
