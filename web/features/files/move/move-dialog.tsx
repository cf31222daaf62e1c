import './move-dialog.css';
import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { nameVariant } from '#contract/name-variants.ts';
import { visibleName } from '#contract/names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PlusIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { parentOf } from '../listing/listing-cache.ts';
import type { Listings } from '../listing/listings.ts';
import type { ActionTarget } from '../parts/action-target.ts';
import { callErrorMessage } from '../parts/name-error.tsx';
import { NewFolderFields } from '../parts/new-folder-fields.tsx';
import { type Destination, rootKey, rowsOf } from './folder-tree.ts';
import { FolderTreeView } from './folder-tree-view.tsx';
import { useFolderTree } from './use-folder-tree.ts';

type MoveDialogProps = ActionTarget & {
  what: 'move' | 'copy';
  /** The ids of the folders that it is in, from the top. */
  path: readonly string[];
  listings: Listings;
  /** Throws ApiError; with another name if one is given. */
  move: (to: Destination, name?: string) => Promise<void>;
  /** Says by itself what went wrong. */
  copyInto: (to: Destination) => Promise<void>;
  onClose: () => void;
};

/** How many names are tried for a thing whose own name is taken. */
const maxVariants = 20;

/** Asks where a folder or file is moved or copied to. */
export function MoveDialog({ entry, kind, what, path, listings, move, copyInto, onClose }: MoveDialogProps) {
  const { tree, failure, setOpen, added } = useFolderTree(listings.subfolders, path);
  const rows = rowsOf(tree, entry.id);
  const [chosen, setChosen] = useState<string>();
  const [making, setMaking] = useState(false);
  const [running, setRunning] = useState(false);
  const [taken, setTaken] = useState<Destination>();
  const [error, setError] = useState<unknown>();
  const here = parentOf(entry) ?? rootKey;
  const row = rows.find(({ key }) => key === chosen);
  const target = row && { id: idOf(row.key), name: row.name };
  const problem = error ?? failure;

  function why(key: string): string | undefined {
    if (key === entry.id) return 'this folder';
    return what === 'move' && key === here ? 'here now' : undefined;
  }

  async function go(to: Destination, work: () => Promise<void>) {
    setRunning(true);
    setError(undefined);
    try {
      await work();
      onClose();
    } catch (thrown) {
      setRunning(false);
      if (thrown instanceof ApiError && thrown.code === 'name-taken') setTaken(to);
      else setError(thrown);
    }
  }

  async function keepBoth(to: Destination) {
    for (let i = 2; ; i += 1) {
      try {
        return await move(to, nameVariant({ name: entry.name, kind }, String(i), 1));
      } catch (thrown) {
        if (i > maxVariants || !(thrown instanceof ApiError) || thrown.code !== 'name-taken') throw thrown;
      }
    }
  }

  return (
    <Dialog title={`${what === 'move' ? 'Move' : 'Copy'} ${visibleName(entry.name)} to…`} onClose={onClose}>
      <FolderTreeView
        label="Folders"
        rows={rows}
        chosen={chosen}
        why={why}
        onChoose={(key) => {
          setChosen(key);
          setTaken(undefined);
        }}
        onOpen={setOpen}
      />
      {problem === undefined ? null : (
        <Notice tone="bad" icon={<WarningIcon />} title={what === 'move' ? 'Not moved.' : 'Not copied.'}>
          {callErrorMessage(problem)}
        </Notice>
      )}
      {taken && target ? (
        <Notice
          icon={<WarningIcon />}
          title={`${visibleName(entry.name)} is already in ${visibleName(taken.name)}.`}
          action={
            <Button compact busy={running} onClick={() => void go(taken, () => keepBoth(taken))}>
              Keep both
            </Button>
          }
        >
          Keep both gives this one another name.
        </Notice>
      ) : null}
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
            busy={running}
            disabled={target === undefined}
            onClick={() => target && void go(target, () => (what === 'move' ? move(target) : startCopy(target)))}
          >
            {what === 'move' ? 'Move here' : 'Copy here'}
          </Button>
        </div>
      )}
    </Dialog>
  );

  /** A copy may take a while; a toast says so. */
  function startCopy(to: Destination): Promise<void> {
    void copyInto(to);
    return Promise.resolve();
  }
}

function idOf(key: string): string | null {
  return key === rootKey ? null : key;
}
