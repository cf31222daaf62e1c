import { useDeferredValue, useMemo, useState } from 'react';
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
  setOrder: (order: Order) => void;
  filter: string;
  setFilter: (text: string) => void;
  /** How much the filter leaves; undefined without one. */
  summary: string | undefined;
};

/** Orders and filters a listing of a person; null is Root. */
export function useShown(account: string, folderId: string | null, listing: Listing | undefined): Shown {
  const [order, setOrder] = useOrder(account, folderId);
  const [filter, setFilter] = useState('');
  const text = useDeferredValue(filter.trim());
  const { folders, files } = listing ?? nothing;
  const [orderFolders] = useState(createOrdering<Folder>);
  const [orderFiles] = useState(createOrdering<StoredFile>);
  const sortedFolders = useMemo(() => orderFolders(folders, order), [orderFolders, folders, order]);
  const sortedFiles = useMemo(() => orderFiles(files, order), [orderFiles, files, order]);
  const shownFolders = useMemo(() => filtered(sortedFolders, text), [sortedFolders, text]);
  const shownFiles = useMemo(() => filtered(sortedFiles, text), [sortedFiles, text]);
  const shown = useMemo(
    () => listing && { ...listing, folders: shownFolders, files: shownFiles },
    [listing, shownFolders, shownFiles],
  );
  const count = shownFolders.length + shownFiles.length;
  const all = folders.length + files.length;
  return {
    listing: shown,
    order,
    setOrder,
    filter,
    setFilter,
    summary:
      text === '' ? undefined : `${count.toLocaleString('en')} of ${all.toLocaleString('en')} items match “${text}”`,
  };
}

const nothing = { folders: [], files: [] };
