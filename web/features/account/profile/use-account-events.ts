import { useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import type { AccountEventList } from '#contract/records/account-events.ts';
import { useRead } from '../reading/use-read.ts';

/** Events that are shown at first, and with each further page. */
const firstPage = 5;
const furtherPage = 20;

/** A list of account events that is read page by page. */
export function useAccountEvents(api: Pick<ApiClient, 'account'>, list: AccountEventList) {
  const { value, set, failure, retry } = useRead(() => api.account.events({ list, limit: firstPage }));
  const { events = [], nextCursor = null } = value ?? {};
  const [isReadingMore, setIsReadingMore] = useState(false);
  const [moreFailure, setMoreFailure] = useState<unknown>();

  async function readMore(): Promise<void> {
    if (nextCursor === null) return;
    setIsReadingMore(true);
    setMoreFailure(undefined);
    try {
      const page = await api.account.events({ list, limit: furtherPage, cursor: nextCursor });
      set({ ...page, events: [...events, ...page.events] });
    } catch (error) {
      setMoreFailure(error);
    }
    setIsReadingMore(false);
  }

  return {
    events,
    hasMore: nextCursor !== null,
    isReading: isReadingMore || (value === undefined && failure === undefined),
    failure: failure ?? moreFailure,
    retry,
    readMore,
  };
}
