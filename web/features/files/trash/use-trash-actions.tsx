import { type ReactNode, useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { ChangedEntry } from '#contract/records/entries.ts';
import type { TrashItem } from '#contract/records/trash-records.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { parentOf } from '../cache/listing-cache.ts';
import { placesOf } from '../cache/place.ts';
import { callErrorMessage } from '../parts/name-error.tsx';
import type { Undo } from '../undo/undo.ts';
import { DeleteDialog, EmptyDialog, TrashMenu } from './trash-dialogs.tsx';
import { entryIn, type TrashItems } from './trash-items.ts';

type OpenDialog = { what: 'menu' | 'delete'; item: TrashItem } | { what: 'empty' };

type Deps = {
  trash: TrashItems;
  toasts: Toasts;
  /** Offers to undo what was restored. */
  undo: Undo;
  count: number;
  offline: boolean;
};

/** The actions of Trash and its items; what cannot be undone is confirmed first. */
export function useTrashActions({ trash, toasts, undo, count, offline }: Deps) {
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);

  return {
    restore,
    openMenu: (item: TrashItem) => setOpen({ what: 'menu', item }),
    confirmDelete: (item: TrashItem) => setOpen({ what: 'delete', item }),
    confirmEmpty: () => setOpen({ what: 'empty' }),
    dialog: open ? dialogOf(open) : null,
  };

  function restore(item: TrashItem) {
    close();
    const { id, name } = entryIn(item);
    trash.restore(id).then(
      (restored) => didRestore(item, restored),
      (error: unknown) => toasts.show(visibleName(name), `Not restored. ${callErrorMessage(error)}`),
    );
  }

  /** Where it is now, and under which name: its folder may be gone, and its name taken. */
  function didRestore({ folderName }: TrashItem, { folder, file, operationId }: ChangedEntry) {
    const entry = folder ?? file;
    if (entry === null) return;
    const place = parentOf(entry) === null ? 'Root' : folderName;
    const calls = [{ things: [entry], operationId, toTrash: true }] as const;
    undo.did(calls, `Restored to ${visibleName(place)} as ${visibleName(entry.name)}`, placesOf([entry]));
  }

  function dialogOf(dialog: OpenDialog): ReactNode {
    if (dialog.what === 'empty') return <EmptyDialog count={count} onClose={close} onDelete={empty} />;
    const { item } = dialog;
    const { id, name } = entryIn(item);
    if (dialog.what === 'delete') {
      return <DeleteDialog name={name} isFolder={item.entry.folder !== null} onClose={close} onDelete={purge} />;
    }
    return (
      <TrashMenu
        name={name}
        offline={offline}
        onClose={close}
        onRestore={() => restore(item)}
        onDelete={() => setOpen({ what: 'delete', item })}
      />
    );

    function purge() {
      close();
      trash
        .purge(id)
        .catch((error: unknown) => toasts.show(visibleName(name), `Not deleted. ${callErrorMessage(error)}`));
    }
  }

  function empty() {
    close();
    toasts
      .during(trash.empty(), 'One moment', 'Emptying Trash.')
      .catch((error: unknown) => toasts.show('Trash', `Some items were not deleted. ${callErrorMessage(error)}`));
  }
}
