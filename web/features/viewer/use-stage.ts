import { type RefObject, useEffect } from 'react';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { toastHost } from '#web/ui/overlays/toast-host.ts';
import { shownAs } from './kinds/shown-as.ts';
import { loadPicture } from './photo/picture-loader.ts';
import { sourcesOf } from './photo/sources.ts';

/** Opens the dialog with the focus on the stage and the toasts in it; the focus returns to where it was. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, stage: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const before = document.activeElement;
    element.showModal();
    stage.current?.focus();
    const giveBack = toastHost.take(element);
    return () => {
      giveBack();
      element.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [dialog, stage]);
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
    .filter((file) => file !== undefined && shownAs(file) === 'picture')
    .flatMap((file) => (file ? sourcesOf(file, { magnified: false }).slice(0, 1) : []))
    .join('\n');
  useEffect(() => {
    for (const url of wanted.split('\n')) if (url !== '') void loadPicture(url);
  }, [wanted]);
}
