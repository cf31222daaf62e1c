import type { KeyboardEvent, MouseEvent } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import type { Toasts } from '#web/ui/overlays/toasts.tsx';
import { entryIdOf } from '../focus/use-entry-focus.ts';
import { opensIn } from '../parts/opens-in.ts';
import type { Selection } from '../selection/selection.ts';
import { FileViewer } from './file-viewer.tsx';
import { useViewed } from './use-viewed.ts';
import type { ViewerProps } from './viewer-context.ts';

type Deps = Pick<ViewerProps, 'offline' | 'actions' | 'details'> & {
  /** What the page shows; undefined until it is read. */
  files: readonly StoredFile[] | undefined;
  /** Whether more of them may be on their way. */
  isPartial: boolean;
  selection: Selection;
  toasts: Pick<Toasts, 'show'>;
};

/** The viewer over a page, and the ways to open it. */
export function useViewing({ files, isPartial, selection, toasts, ...viewer }: Deps) {
  const viewed = useViewed();

  return {
    /** Looks at a file, or at the first one. */
    view(file = files?.[0]) {
      if (file) viewed.open(file.id);
      else toasts.show('View all', 'This folder has no files.');
    },

    /** Space and Enter look at a file that is selected. Returns whether they did. */
    byKey(event: KeyboardEvent): boolean {
      const id = entryIdOf(event.target);
      if (id === undefined || !selection.has(id) || !isPlain(event)) return false;
      return (event.key === ' ' || event.key === 'Enter') && viewLinked(event);
    },

    /** A click does too, where that was chosen. Returns whether it is the viewer's, also if it is on no file. */
    byClick(event: MouseEvent): boolean {
      if (opensIn() !== 'viewer' || !isPlain(event)) return false;
      viewLinked(event);
      return true;
    },

    /** Over the page, while a file is looked at. */
    viewer:
      viewed.id === undefined ? null : (
        <FileViewer
          {...viewer}
          viewed={viewed}
          files={files}
          isPartial={isPartial}
          onGone={({ name }) => toasts.show(visibleName(name), 'It is no longer here.')}
          onMissing={() => toasts.show('Not found', 'The file of this link is not among those shown here.')}
        />
      ),
  };

  /** Looks at the file whose link an event is on. Returns whether it is one. */
  function viewLinked(event: MouseEvent | KeyboardEvent): boolean {
    const file = files?.find(({ id }) => id === entryIdOf(event.target));
    if (!file) return false;
    event.preventDefault();
    viewed.open(file.id);
    return true;
  }
}

/** Without a key that asks for something else. */
function isPlain(event: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): boolean {
  return !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}
