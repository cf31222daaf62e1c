import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#client/api-error.ts';
import { folderAddress } from '../cache/place.ts';
import type { Listings } from './listings.ts';
import { type Gone, whereGone } from './where-gone.ts';

/** How soon a folder that could not be read is read again, in milliseconds. */
const retryMs = 5000;

/**
 * The listing of a folder, kept up to date; null is Root. Every failure is logged (specification, section 8). Instead of a
 * folder that was shown and is gone the one that it was in is shown, instead of one that was never seen Root, after `onAbsent`; one
 * that could not be read is read again, where it is.
 */
export function useListing(listings: Listings, folderId: string | null, onAbsent: (gone: Gone | undefined) => void) {
  const navigate = useNavigate();
  const query = useQuery({
    ...listings.query(folderId),
    refetchInterval: ({ state }) => (state.status === 'error' && !isAbsent(state.error) ? retryMs : false),
  });
  const { error } = query;
  const absent = folderId !== null && isAbsent(error);
  const shown = query.data?.folder;

  useEffect(() => {
    if (error !== null) console.warn(`Folder ${folderId ?? 'root'} cannot be read.`, error);
    if (!absent) return undefined;
    let isLeft = false;
    void whereGone(listings, shown).then((gone) => {
      // It may be back, as by Undo elsewhere.
      if (isLeft) return;
      listings.forget(folderId);
      onAbsent(gone);
      void navigate(folderAddress(gone?.from ?? null), { replace: true });
    });
    return () => {
      isLeft = true;
    };
  }, [absent, folderId, error, shown, listings, navigate, onAbsent]);

  return query;
}

/** Whether there is no such folder, or none could have that id. */
function isAbsent(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'folder-not-found' || error.code === 'invalid-input');
}
