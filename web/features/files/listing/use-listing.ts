import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#client/api-error.ts';
import type { Listings } from './listings.ts';

/**
 * The listing of a folder, kept up to date; null is Root. When it cannot be read, for any other reason than a lost
 * connection, Root is shown instead (specification, section 8).
 */
export function useListing(listings: Listings, folderId: string | null) {
  const navigate = useNavigate();
  const query = useQuery(listings.query(folderId));
  const { error } = query;
  const unreadable = folderId !== null && error !== null && !isTemporary(error);

  useEffect(() => {
    if (!unreadable) return;
    console.warn(`Folder ${folderId} cannot be read; Root is shown.`, error);
    listings.forget(folderId);
    void navigate('/task', { replace: true });
  }, [unreadable, folderId, error, listings, navigate]);

  return query;
}

/** Whether the folder may exist all the same: the server was not reached, or the session has ended. */
function isTemporary(error: Error): boolean {
  return error instanceof ApiError && (error.code === 'unavailable' || error.code === 'unauthenticated');
}
