import { useEffect, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import type { AccountEvent, AccountEventList } from '#contract/records/account-events.ts';

/** Events that are shown at first, and with each further page. */
const firstPage = 5;
const furtherPage = 20;

/** A list of account events that is read page by page. */
export function useAccountEvents(api: Pick<ApiClient, 'account'>, list: AccountEventList) {
  const [events, setEvents] = useState<AccountEvent[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(true);
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    let isShown = true;
    api.account
      .events({ list, limit: firstPage })
      .then((page) => {
        if (!isShown) return;
        setEvents(page.events);
        setNext(page.nextCursor);
      }, setFailure)
      .finally(() => setIsReading(false));
    return () => {
      isShown = false;
    };
  }, [api, list]);

  async function readMore(): Promise<void> {
    if (next === null) return;
    setIsReading(true);
    setFailure(undefined);
    try {
      const page = await api.account.events({ list, limit: furtherPage, cursor: next });
      setEvents([...events, ...page.events]);
      setNext(page.nextCursor);
    } catch (error) {
      setFailure(error);
    }
    setIsReading(false);
  }

  return { events, hasMore: next !== null, isReading, failure, readMore };
}
