import { type RefObject, useEffect } from 'react';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { toastHost } from '#web/ui/overlays/toast-host.ts';
import { shownAs } from './kinds/shown-as.ts';
import { loadPicture } from './photo/picture-loader.ts';
import { maxAheadBytes, sourcesOf } from './photo/sources.ts';

type Parts = {
  dialog: RefObject<HTMLDialogElement | null>;
  /** All that is in the dialog. */
  screen: RefObject<HTMLElement | null>;
  stage: RefObject<HTMLElement | null>;
};

/** Opens the dialog with the focus on the stage and the toasts on its screen; the focus returns to where it was. */
export function useModal({ dialog, screen, stage }: Parts) {
  useEffect(() => {
    const element = dialog.current;
    if (element === null || screen.current === null) return undefined;
    const before = document.activeElement;
    element.showModal();
    stage.current?.focus();
    const stop = new AbortController();
    // What had the focus may have gone with it: keys are the viewer's all the same.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target !== document.body || document.querySelector('dialog[open]:not([data-page])')) return;
      stage.current?.focus();
      stage.current?.dispatchEvent(new KeyboardEvent('keydown', event));
    };
    window.addEventListener('keydown', onKeyDown, { signal: stop.signal });
    const giveBack = toastHost.take(screen.current);
    return () => {
      stop.abort();
      giveBack();
      element.close();
      // The file that had it may be in Trash: then another entry of the page gets it.
      const back = before?.isConnected ? before : document.querySelector('[data-entry][tabindex="0"]');
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
  }, [dialog, screen, stage]);
}

/** The title of the page while a file is shown. */
export function useTitle(name: string) {
  useEffect(() => {
    const before = document.title;
    document.title = `${name} · Keepsake`;
    return () => {
      document.title = before;
    };
  }, [name]);
}

/** Pictures that may be wanted next are there when they are. */
export function useNeighbours(files: readonly (StoredFile | undefined)[]) {
  const wanted = files
    .filter((file) => file !== undefined)
    .filter((file) => shownAs(file) === 'picture' && (file.preview?.state === 'made' || file.size <= maxAheadBytes))
    .flatMap((file) => sourcesOf(file, { magnified: false }).slice(0, 1))
    .join('\n');
  useEffect(() => {
    for (const url of wanted.split('\n')) if (url !== '') void loadPicture(url);
  }, [wanted]);
}
