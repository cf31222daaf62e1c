import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { Listing } from '../cache/listing.ts';
import { filtered } from './filter.ts';
import { createOrdering, type Order } from './order.ts';
import { useOrder } from './use-order.ts';

/** What a page shows of a listing. */
export type Shown = {
  /** In the order and with the filter that the person chose. */
  listing: Listing | undefined;
  order: Order;
  /** Chooses an order. Many items are sorted in steps before they are shown in it. */
  setOrder: (order: Order) => void;
  filter: string;
  setFilter: (text: string) => void;
  /** What the filter looks for while nothing matches it. */
  unmatched: string | undefined;
  /** How much the filter leaves; undefined without one. */
  summary: string | undefined;
};

/** Orders and filters a listing of a person; null is Root. */
export function useShown(account: string, folderId: string | null, listing: Listing | undefined): Shown {
  const [order, setOrder] = useOrder(account, folderId);
  const [filter, setFilter] = useState('');
  const text = useDeferredValue(filter.trim());
  const { folders, files } = listing ?? nothing;
  const [orderedFolders] = useState(createOrdering<Folder>);
  const [orderedFiles] = useState(createOrdering<StoredFile>);
  const sortedFolders = useMemo(() => orderedFolders.inOrder(folders, order), [orderedFolders, folders, order]);
  const sortedFiles = useMemo(() => orderedFiles.inOrder(files, order), [orderedFiles, files, order]);
  const shownFolders = useMemo(() => filtered(sortedFolders, text), [sortedFolders, text]);
  const shownFiles = useMemo(() => filtered(sortedFiles, text), [sortedFiles, text]);
  const shown = useMemo(
    () => listing && { ...listing, folders: shownFolders, files: shownFiles },
    [listing, shownFolders, shownFiles],
  );
  const newest = useRef(order);
  const choose = async (wanted: Order) => {
    newest.current = wanted;
    await Promise.all([orderedFolders.prepare(folders, wanted), orderedFiles.prepare(files, wanted)]);
    // Another one may have been chosen meanwhile.
    if (newest.current === wanted) setOrder(wanted);
  };
  const count = shownFolders.length + shownFiles.length;
  const all = folders.length + files.length;
  return {
    listing: shown,
    order,
    setOrder: (wanted) => void choose(wanted),
    filter,
    setFilter,
    unmatched: text !== '' && count === 0 && listing !== undefined && !listing.partial ? text : undefined,
    summary:
      text === '' ? undefined : `${count.toLocaleString('en')} of ${all.toLocaleString('en')} items match “${text}”`,
  };
}

const nothing = { folders: [], files: [] };
