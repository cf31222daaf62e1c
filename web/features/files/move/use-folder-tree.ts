import { useEffect, useRef, useState } from 'react';
import type { Folder } from '#contract/records/entries.ts';
import { type FolderTree, rootKey } from './folder-tree.ts';

type Read = (folderId: string | null) => Promise<Folder[]>;

/** Reads the folders of a tree as it is opened, down to a folder at first; `path` are the ids above it, from the top. */
export function useFolderTree(read: Read, path: readonly string[]) {
  const [tree, setTree] = useState<FolderTree>({ children: new Map(), open: new Set([rootKey, ...path]) });
  const [failure, setFailure] = useState<unknown>();
  const missing = [...tree.open].filter((key) => !tree.children.has(key)).join(' ');
  /** All folders of the way are asked for at the same time, each once; what failed is asked for again with the next one. */
  const asked = useRef(new Set<string>());

  useEffect(() => {
    const keys = missing.split(' ').filter((key) => key !== '' && !asked.current.has(key));
    if (keys.length > 0) setFailure(undefined);
    for (const key of keys) {
      asked.current.add(key);
      read(key === rootKey ? null : key).then(
        (folders) => setTree((now) => ({ ...now, children: new Map(now.children).set(key, folders) })),
        (error: unknown) => {
          asked.current.delete(key);
          setFailure(error);
        },
      );
    }
  }, [missing, read]);

  return {
    tree,
    failure,
    setOpen(key: string, isOpen: boolean) {
      setTree((now) => {
        const open = new Set(now.open);
        if (isOpen) open.add(key);
        else open.delete(key);
        return { ...now, open };
      });
    },
    /** A folder was made inside another one. */
    added(key: string, folder: Folder) {
      setTree((now) => {
        const children = new Map(now.children).set(folder.id, []);
        const beside = children.get(key);
        // Where they are not known yet, they are read with it.
        if (beside) children.set(key, [...beside, folder]);
        return { children, open: new Set([...now.open, key]) };
      });
    },
  };
}
