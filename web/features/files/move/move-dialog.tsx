import './move-dialog.css';
import { useState } from 'react';
import type { Folder, File as StoredFile } from '#contract/entries.ts';
import { visibleName } from '#contract/names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PlusIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { parentOf } from '../listing/listing-cache.ts';
import type { Listings } from '../listing/listings.ts';
import { callErrorMessage } from '../parts/name-error.tsx';
import { NewFolderFields } from '../parts/new-folder-fields.tsx';
import { type Destination, rootKey, rowsOf } from './folder-tree.ts';
import { FolderTreeView } from './folder-tree-view.tsx';
import { useFolderTree } from './use-folder-tree.ts';

type MoveDialogProps = {
  what: 'move' | 'copy';
  entries: readonly (Folder | StoredFile)[];
  /** The ids of the folders that they are in, from the top. */
  path: readonly string[];
  listings: Listings;
  onChoose: (to: Destination) => void;
  onClose: () => void;
};

/** Asks where folders and files are moved or copied to. */
export function MoveDialog({ what, entries, path, listings, onChoose, onClose }: MoveDialogProps) {
  const { tree, failure, setOpen, added } = useFolderTree(listings.subfolders, path);
  const ids = new Set(entries.map(({ id }) => id));
  const rows = rowsOf(tree, ids);
  const [chosen, setChosen] = useState<string>();
  const [making, setMaking] = useState(false);
  const [first, ...others] = entries;
  const here = (first && parentOf(first)) ?? rootKey;
  const row = rows.find(({ key }) => key === chosen);
  const named = first && others.length === 0 ? visibleName(first.name) : `${entries.length.toLocaleString('en')} items`;

  function why(key: string): string | undefined {
    if (ids.has(key)) return others.length === 0 ? 'this folder' : 'selected';
    return what === 'move' && key === here ? 'here now' : undefined;
  }

  return (
    <Dialog title={`${what === 'move' ? 'Move' : 'Copy'} ${named} to…`} onClose={onClose}>
      <FolderTreeView label="Folders" rows={rows} chosen={chosen} why={why} onChoose={setChosen} onOpen={setOpen} />
      {failure === undefined ? null : (
        <Notice tone="bad" icon={<WarningIcon />} title="Not all folders are shown.">
          {callErrorMessage(failure)}
        </Notice>
      )}
      {making ? (
        <NewFolderFields
          create={async (name) => {
            const key = chosen ?? rootKey;
            const folder = await listings.createFolder(name, idOf(key));
            added(key, folder);
            setChosen(folder.id);
          }}
          onClose={() => setMaking(false)}
        />
      ) : (
        <div className="move-foot">
          <Button variant="quiet" onClick={() => setMaking(true)}>
            <PlusIcon />
            New Folder
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={row === undefined}
            onClick={() => row && onChoose({ id: idOf(row.key), name: row.name })}
          >
            {what === 'move' ? 'Move here' : 'Copy here'}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function idOf(key: string): string | null {
  return key === rootKey ? null : key;
}
