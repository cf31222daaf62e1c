import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { visibleName } from '#contract/names/names.ts';
import type { MenuPlace } from '#web/ui/overlays/menu.tsx';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { parentOf } from '../cache/listing-cache.ts';
import { folderAddress } from '../cache/place.ts';
import { DetailsOfFile } from '../dialogs/details-of-file.tsx';
import { entryIdOf, linkBeside } from '../focus/use-entry-focus.ts';
import type { Destination } from '../move/folder-tree.ts';
import { fileOfflineMessage, offlineMessage } from '../pictures/file-words.ts';
import type { Placed, Thing } from '../placing/placing-outcome.ts';
import { selectedEntries } from '../selection/selected-entries.ts';
import type { Selection } from '../selection/selection.ts';
import type { Running } from '../selection/selection-dock.tsx';
import { showProgress } from '../selection/show-progress.ts';
import { pointerTypeOf } from '../selection/use-selection-events.ts';
import { useSelectionKeys } from '../selection/use-selection-keys.ts';
import { useViewing } from '../viewing/use-viewing.tsx';
import { type CommandActions, commandOf, isZip, type Target } from './commands.ts';
import { entryCommands } from './entry-commands.ts';
import { detailsOf, type Entries, type Entry, EntryDialog, type Open, type PageOfEntries } from './entry-dialog.tsx';
import { usePlacing } from './use-placing.tsx';

type Deps = PageOfEntries & {
  /** What the page shows of what is there. */
  listing: Entries | undefined;
  /** Whether there may be more than that: it is still being read. */
  isPartial: boolean;
  selection: Selection;
  /** Shows it when the server refused what was shown as done. */
  toasts: Toasts;
  offline: boolean;
};

/**
 * Runs the commands of a folder and its entries: by their keys on the entry that has the focus, by the menu at the
 * pointer, and by the one behind the button with three dots, which carries the id as `data-more`. On a selected entry
 * they are for all that is selected.
 */
export function useEntryActions({
  whole,
  listing,
  isPartial,
  pathOf,
  listings,
  selection,
  toasts,
  undo,
  offline,
}: Deps) {
  const navigate = useNavigate();
  const commands = entryCommands({ listings, toasts, undo });
  const [open, setOpen] = useState<Open>();
  const [running, setRunning] = useState<Running>();
  const isMovingMany = useRef(false);
  const placing = usePlacing({ listings, toasts, undo, onRunning: setRunning });
  const close = () => setOpen(undefined);
  const page = { whole, pathOf, listings, undo };
  const viewing = useViewing({
    files: listing?.files,
    isPartial,
    selection,
    toasts,
    offline,
    actions: {
      star: (file) => commands.star([file], !file.starred),
      download: (file) => void commands.download([file]),
      moveToTrash: commands.moveToTrash,
      unpacking: (file) => (isZip(file) ? () => void commands.unpack([file]) : undefined),
      more: (file, button) =>
        setOpen({
          what: 'menu',
          target: { entries: [file], isShownFolder: false, isViewed: true },
          at: placeOf(button),
        }),
    },
    details: (file) => <DetailsOfFile key={file.id} {...detailsOf(page, file)} />,
  });

  const actions: CommandActions = {
    show: (what, target) => setOpen({ what, target }),
    copy: (entry) => void commands.copy(entry),
    star: commands.star,
    moveToTrash: (target) => void moveToTrash(target),
    download: ({ entries }) => void commands.download(entries),
    view: viewing.view,
    unpack: (zips) => void commands.unpack(zips),
    refuse: toasts.show,
  };

  useSelectionKeys((event) => {
    const entries = listing ? selectedEntries(listing, selection.snapshot()) : [];
    if (entries.length > 0) runKey(event, { entries, isShownFolder: false });
  });

  return {
    handlers: {
      onKeyDown(event: KeyboardEvent) {
        const target = targetOf(entryIdOf(event.target));
        if (target === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
          event.preventDefault();
          return setOpen({ what: 'menu', target, at: placeOf(event.target as Element) });
        }
        runKey(event, target);
      },
      onClick(event: MouseEvent) {
        const { target } = event;
        if (!viewing.byClick(event) && offline) sayOffline(event);
        const more = target instanceof Element ? target.closest<HTMLElement>('[data-more]') : null;
        const of = targetOf(more?.dataset.more);
        if (more && of) setOpen({ what: 'menu', target: of, at: placeOf(more) });
      },
      onContextMenu(event: MouseEvent) {
        const at = event.target instanceof Element ? event.target : null;
        const target = targetOf(entryIdOf(linkBeside(at)));
        // A link to elsewhere has the menu of the browser.
        if (target === undefined || at?.closest('a:not([data-entry])')) return;
        event.preventDefault();
        // On touch a long press selects.
        if (pointerTypeOf(event) === 'touch') return;
        const { clientX: x, clientY: y } = event;
        setOpen({ what: 'menu', target, at: { left: x, top: y, right: x, bottom: y } });
      },
    },
    viewByKey: viewing.byKey,
    actions,
    running,
    openMenu: (target: Target, button: Element) => setOpen({ what: 'menu', target, at: placeOf(button) }),
    openFolderMenu(button: Element) {
      const folder = listing?.folder;
      if (folder === undefined) return;
      const target = { entries: folder.id === null ? [] : [folder], isShownFolder: true };
      setOpen({ what: 'menu', target, at: placeOf(button) });
    },
    /** What is taken along with an entry; nothing while the server cannot be reached. */
    thingsOf: (id: string) => (offline ? [] : (targetOf(id)?.entries ?? []).map(thingOf)),
    /** What comes from elsewhere into a folder; in the shown one it is selected then. */
    async receive(what: 'move' | 'copy', things: readonly Thing[], to: Destination) {
      const done = await placing.place(what, things, to);
      if (whole?.folder && to.id === whole.folder.id) selection.set(done.map(({ entry }) => entry.id));
      else if (what === 'move') dropMoved(done);
    },
    dialog: (
      <>
        {viewing.viewer}
        {open ? (
          <EntryDialog
            {...page}
            open={open}
            folderName={listing?.folder?.name ?? ''}
            offline={offline}
            actions={actions}
            onRename={commands.rename}
            onPlace={(what, target, to) => void place(what, target, to)}
            onClose={close}
          />
        ) : (
          placing.dialog
        )}
      </>
    ),
  };

  function runKey(event: Pick<KeyboardEvent, 'key' | 'repeat' | 'preventDefault'>, target: Target) {
    const command = commandOf(event.key, target);
    if (!command || !('run' in command)) return;
    // A field that gets the focus by it would take the letter.
    event.preventDefault();
    // A key that is held runs it once.
    if (event.repeat) return;
    if (offline) toasts.show(command.barLabel ?? command.label, offlineMessage);
    else command.run(target, actions);
  }

  /** Instead of opening a new tab that could show nothing. */
  function sayOffline(event: MouseEvent) {
    const id = entryIdOf(event.target);
    const file = listing?.files.find((one) => one.id === id);
    if (!file) return;
    event.preventDefault();
    toasts.show(visibleName(file.name), fileOfflineMessage);
  }

  /** The entry, or everything selected when it is selected itself. */
  function targetOf(id: string | undefined): Target | undefined {
    if (id === undefined || listing === undefined) return undefined;
    if (selection.has(id))
      return { entries: selectedEntries(listing, selection.snapshot()), isShownFolder: false, isSelected: true };
    const entry = listing.folders.find((one) => one.id === id) ?? listing.files.find((one) => one.id === id);
    return entry && { entries: [entry], isShownFolder: false };
  }

  async function place(what: 'move' | 'copy', { entries, isShownFolder }: Target, to: Destination) {
    close();
    const things = entries.map(thingOf);
    const done = await placing.place(what, things, to);
    // The page of a folder that moves stays; that of what was selected shows what is left.
    if (what === 'move' && !isShownFolder) dropMoved(done);
  }

  /** What could not be moved stays selected. */
  function dropMoved(done: Placed['done']) {
    selection.drop(new Set(done.map(({ thing }) => thing.id)));
  }

  /** Without a question: it can be undone. What lies in a folder that goes is gone with it. */
  async function moveToTrash({ entries: all, isShownFolder }: Target) {
    close();
    const going = new Set(all.map(({ id }) => id));
    const isIn = (ids: ReadonlySet<string>, entry: Entry) => pathOf(entry).some(({ id }) => ids.has(id));
    const entries = all.filter((one) => !isIn(going, one));
    const [entry, ...others] = entries;
    if (entry === undefined) return;
    if (others.length > 0) {
      if (isMovingMany.current) return;
      isMovingMany.current = true;
      const progress = showProgress(setRunning, { all: entries.length, done: 'moved to Trash' });
      const moved = await commands.moveManyToTrash(entries, progress).finally(() => {
        isMovingMany.current = false;
        setRunning(undefined);
      });
      // What was not moved stays selected.
      const gone = new Set(moved.map(({ id }) => id));
      return selection.drop(new Set(all.filter((one) => gone.has(one.id) || isIn(gone, one)).map(({ id }) => id)));
    }
    // Its own page is left first: it would read the folder again when the change arrives, and find nothing.
    if (isShownFolder && listing) await navigate(folderAddress(parentOf(entry)));
    selection.drop(going);
    commands.moveToTrash(entry);
  }
}

function thingOf(entry: Entry): Thing {
  return { id: entry.id, name: entry.name, parentId: parentOf(entry), isFolder: !('url' in entry) };
}

function placeOf(element: Element): MenuPlace {
  return element.getBoundingClientRect();
}
