import './drop-area.css';
import { useEffect, useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import { dropTargetAt, markDropTarget } from '#web/ui/controls/drop-target.ts';
import { type FileTree, treeOfDropped } from '../tree/file-tree.ts';
import { pastedFiles } from './pasted-files.ts';

type DropAreaProps = {
  /** Undefined while the folder is not known: a drop is then ignored, and opens nothing in place of the page either. */
  folder: { id: string | null; name: string } | undefined;
  /** Files and folders were dropped or pasted into a folder; null is Root. `unpacks`: zips are to become folders. */
  onTree: (tree: Promise<FileTree>, folderId: string | null, unpacks: boolean) => void;
  onUnreadable: (name: string) => void;
};

type Hovering = { count: number; over: string | undefined; areZips: boolean };

const zipTypes = ['application/zip', 'application/x-zip-compressed'];

/**
 * Makes the whole page accept files and folders, dropped or pasted. While some are dragged over it, it says where they
 * would go: into the folder whose tile or breadcrumb they are over, else into the one that is open.
 */
export function DropArea({ folder, onTree, onUnreadable }: DropAreaProps) {
  const [hovering, setHovering] = useState<Hovering>();

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;

    function leave() {
      markDropTarget(undefined);
      setHovering(undefined);
    }

    function hover(event: DragEvent) {
      const count = countItems(event.dataTransfer);
      if (count === 0) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = folder ? 'copy' : 'none';
      if (folder === undefined) return;
      const target = dropTargetAt(event.target);
      markDropTarget(target?.element);
      const items = itemsOf(event.dataTransfer);
      const areZips = items.length > 0 && items.every(({ type }) => zipTypes.includes(type));
      const next: Hovering = { count, over: target?.name, areZips };
      setHovering((now) => (now?.count === count && now.over === next.over && now.areZips === areZips ? now : next));
    }

    function drop(event: DragEvent) {
      const target = dropTargetAt(event.target);
      leave();
      if (!event.dataTransfer || countItems(event.dataTransfer) === 0) return;
      event.preventDefault();
      const unpacks = event.target instanceof Element && event.target.closest('[data-drop-unpack]') !== null;
      if (folder) onTree(treeOfDropped(event.dataTransfer, onUnreadable), target ? target.id : folder.id, unpacks);
    }

    function paste(event: ClipboardEvent) {
      const files = pastedFiles(event);
      if (files.length === 0 || folder === undefined) return;
      event.preventDefault();
      onTree(Promise.resolve({ files, folders: new Map() }), folder.id, false);
    }

    window.addEventListener('dragenter', hover, { signal });
    window.addEventListener('dragover', hover, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('dragend', leave, { signal });
    // Only the end of the page has nothing on the other side.
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && leave(), { signal });
    window.addEventListener('paste', paste, { signal });
    return () => {
      stop.abort();
      markDropTarget(undefined);
    };
  }, [folder, onTree, onUnreadable]);

  if (hovering === undefined || folder === undefined) return null;
  const { count, over, areZips } = hovering;
  return (
    <div className="drop mount">
      <p role="status">
        Drop to upload {count === 1 ? 'it' : `${count} items`} to “<bdi>{visibleName(over ?? folder.name)}</bdi>”
      </p>
      {areZips ? (
        <p className="drop__unpack" data-drop-unpack>
          Drop here to unpack {count === 1 ? 'it' : 'them'}
        </p>
      ) : null}
    </div>
  );
}

/** How many files and folders are dragged; 0 when it is something else. */
function countItems(transfer: DataTransfer | null): number {
  if (!transfer?.types.includes('Files')) return 0;
  return Math.max(1, itemsOf(transfer).length);
}

/** Of what is dragged; some browsers tell nothing before it is dropped. */
function itemsOf(transfer: DataTransfer | null): DataTransferItem[] {
  return Array.from(transfer?.items ?? []).filter(({ kind }) => kind === 'file');
}
