import { type ReactNode, useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { ChangedEntry } from '#contract/records/entries.ts';
import type { TrashItem } from '#contract/records/trash-records.ts';
import { counted } from '#contract/texts/amounts.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { notDoneMessage } from '../actions/not-done-message.ts';
import { parentOf } from '../cache/listing-cache.ts';
import { placesOf } from '../cache/place.ts';
import { callErrorMessage } from '../parts/name-error.tsx';
import type { Running } from '../selection/selection-dock.tsx';
import { showProgress } from '../selection/show-progress.ts';
import type { Undo } from '../undo/undo.ts';
import { DeleteDialog, EmptyDialog, TrashMenu } from './trash-dialogs.tsx';
import { entryIn, type TrashItems } from './trash-items.ts';

type OpenDialog =
  | { what: 'menu'; item: TrashItem }
  | { what: 'delete'; items: readonly TrashItem[] }
  | { what: 'empty' };

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
  const [running, setRunning] = useState<Running>();
  const close = () => setOpen(undefined);

  return {
    restore: (item: TrashItem) => undo.doing(restore(item)),
    restoreMany: (items: readonly TrashItem[]) => undo.doing(restoreMany(items)),
    openMenu: (item: TrashItem) => setOpen({ what: 'menu', item }),
    confirmDelete: (items: readonly TrashItem[]) => setOpen({ what: 'delete', items }),
    running,
    confirmEmpty: () => setOpen({ what: 'empty' }),
    dialog: open ? dialogOf(open) : null,
  };

  async function restore(item: TrashItem): Promise<void> {
    close();
    const { id, name } = entryIn(item);
    await trash.restore(id).then(
      (restored) => didRestore(item, restored),
      (error: unknown) => toasts.show(visibleName(name), `Not restored. ${callErrorMessage(error)}`),
    );
  }

  async function restoreMany(items: readonly TrashItem[]) {
    const [item, ...others] = items;
    if (item && others.length === 0) return restore(item);
    const work = trash.restoreMany(items, showProgress(setRunning, { all: items.length, done: 'restored' }));
    const { restored, refused, calls } = await work.finally(() => setRunning(undefined));
    undo.did(calls, `Restored ${counted(restored.length, 'item')}`, placesOf(restored));
    if (refused.length > 0) toasts.show(...notDoneMessage('Not restored', refused));
  }

  async function purgeMany(items: readonly TrashItem[]) {
    const work = trash.purgeMany(items, showProgress(setRunning, { all: items.length, done: 'deleted' }));
    const refused = await work.finally(() => setRunning(undefined));
    if (refused.length > 0) toasts.show(...notDoneMessage('Not deleted', refused));
  }

  /** Where it is now, and under which name if that is another: its folder may be gone, and its name taken. */
  function didRestore(item: TrashItem, { folder, file, operationId }: ChangedEntry) {
    const entry = folder ?? file;
    if (entry === null) return;
    const place = parentOf(entry) === null ? 'Root' : item.folderName;
    const as = entry.name === entryIn(item).name ? '' : ` as “${visibleName(entry.name)}”`;
    const calls = [{ things: [entry], operationId, toTrash: true }] as const;
    undo.did(calls, `Restored to ${visibleName(place)}${as}`, placesOf([entry]));
  }

  function dialogOf(dialog: OpenDialog): ReactNode {
    if (dialog.what === 'empty') return <EmptyDialog count={count} onClose={close} onDelete={empty} />;
    if (dialog.what === 'delete') {
      const { items } = dialog;
      return <DeleteDialog entries={items.map(entryIn)} onClose={close} onDelete={() => purge(items)} />;
    }
    const { item } = dialog;
    return (
      <TrashMenu
        name={entryIn(item).name}
        offline={offline}
        onClose={close}
        onRestore={() => undo.doing(restore(item))}
        onDelete={() => setOpen({ what: 'delete', items: [item] })}
      />
    );
  }

  function purge(items: readonly TrashItem[]) {
    close();
    const [item, ...others] = items;
    if (item === undefined || others.length > 0) return void purgeMany(items);
    const { id, name } = entryIn(item);
    trash
      .purge(id)
      .catch((error: unknown) => toasts.show(visibleName(name), `Not deleted. ${callErrorMessage(error)}`));
  }

  function empty() {
    close();
    toasts
      .during(trash.empty(), 'One moment', 'Emptying Trash.')
      .catch((error: unknown) => toasts.show('Trash', `Some items were not deleted. ${callErrorMessage(error)}`));
  }
}
