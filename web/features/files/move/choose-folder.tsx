import { useEffect, useRef, useState } from 'react';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import { useMedia } from '#web/ui/browser/use-media.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PlusIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { parentOf } from '../cache/listing-cache.ts';
import type { Listings } from '../listing/listings.ts';
import { callErrorMessage } from '../parts/name-error.tsx';
import { NewFolderFields } from '../parts/new-folder-fields.tsx';
import { useDisclosure } from '../parts/use-disclosure.ts';
import { createFolder } from '../undo/create-folder.ts';
import type { Undo } from '../undo/undo.ts';
import { FolderSearch } from './folder-search.tsx';
import { type Destination, rootKey, rowsOf, type WhyNot } from './folder-tree.ts';
import { FolderTreeView } from './folder-tree-view.tsx';
import { RecentChoices } from './recent-choices.tsx';
import { rememberFolder } from './recent-folders.ts';
import { useFolderTree } from './use-folder-tree.ts';

export type ChooseFolderProps = {
  what: 'move' | 'copy';
  entries: readonly (Folder | StoredFile)[];
  /** The ids of the folders that they are in, from the top. */
  path: readonly string[];
  listings: Listings;
  undo: Undo;
  onChoose: (to: Destination) => void;
  onClose: () => void;
};

/** The folders that others can be moved or copied to, and a way to make one. */
export function ChooseFolder({ what, entries, path, listings, undo, onChoose, onClose }: ChooseFolderProps) {
  const { tree, failure, setOpen, added } = useFolderTree(listings.subfolders, path);
  const ids = new Set(entries.map(({ id }) => id));
  const rows = rowsOf(tree, ids);
  const [chosen, setChosen] = useState<Destination>();
  const { isOpen: isNaming, trigger, open, close } = useDisclosure();
  const [first, ...others] = entries;
  const here = (first && parentOf(first)) ?? rootKey;

  // A finger chooses from the tree, which a keyboard on the screen would cover.
  const search = useRef<HTMLInputElement>(null);
  const onTouch = useMedia('(pointer: coarse)');
  useEffect(() => {
    if (!onTouch) search.current?.focus();
  }, [onTouch]);

  /** The tree has no rows below what is moved or copied. */
  const why: WhyNot = (key, above = []) => {
    if (above.some(({ id }) => ids.has(id))) return 'inside';
    if (ids.has(key)) return others.length === 0 ? 'this folder' : 'selected';
    return what === 'move' && key === here ? 'here now' : undefined;
  };

  const choose = () => {
    if (chosen === undefined) return;
    rememberFolder(listings.account, chosen.id);
    onChoose(chosen);
  };

  return (
    <>
      <div className="folder-choice">
        <FolderSearch
          onTouch={onTouch}
          ref={search}
          find={listings.findFolders}
          chosen={chosen?.id}
          why={why}
          onChoose={setChosen}
          onEnter={choose}
        >
          <RecentChoices
            account={listings.account}
            read={listings.read}
            chosen={chosen?.id}
            why={why}
            onChoose={setChosen}
          />
          <h3>All folders</h3>
          <FolderTreeView
            label="Folders"
            rows={rows}
            chosen={chosen && keyOf(chosen)}
            why={why}
            onChoose={({ key, name }) => setChosen({ id: idOf(key), name })}
            onOpen={setOpen}
          />
        </FolderSearch>
      </div>
      {failure === undefined ? null : (
        <Notice tone="bad" icon={<WarningIcon />} title="Not all folders are shown.">
          {callErrorMessage(failure)}
        </Notice>
      )}
      {isNaming ? (
        <NewFolderFields
          create={async (name) => {
            const key = chosen ? keyOf(chosen) : rootKey;
            const folder = await createFolder({ listings, undo }, name, idOf(key));
            added(key, folder);
            setChosen(folder);
          }}
          onClose={close}
        />
      ) : (
        <div className="move-foot">
          <Button variant="quiet" ref={trigger} onClick={open}>
            <PlusIcon />
            New Folder
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={chosen === undefined} onClick={choose}>
            {what === 'move' ? 'Move here' : 'Copy here'}
          </Button>
        </div>
      )}
    </>
  );
}

function keyOf({ id }: Destination): string {
  return id ?? rootKey;
}

function idOf(key: string): string | null {
  return key === rootKey ? null : key;
}
