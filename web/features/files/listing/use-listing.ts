import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#client/api-error.ts';
import type { Listings } from './listings.ts';

/**
 * What a folder holds, now and as it changes; null is Root. A folder that cannot be read for any other reason than a
 * lost connection gives way to Root (specification, section 8).
 */
export function useListing(listings: Listings, folderId: string | null) {
  const navigate = useNavigate();
  const query = useQuery(listings.query(folderId));
  const { error } = query;
  const lost = folderId !== null && error !== null && !isPassing(error);

  useEffect(() => {
    if (!lost) return;
    console.warn(`Folder ${folderId} cannot be read; Root is shown.`, error);
    listings.forget(folderId);
    void navigate('/task', { replace: true });
  }, [lost, folderId, error, listings, navigate]);

  return query;
}

/** Whether the folder may well exist: the server was not reached, or the session has ended. */
function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'unavailable' || error.code === 'unauthenticated');
}
