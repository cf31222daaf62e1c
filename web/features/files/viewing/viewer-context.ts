import { createContext, type ReactNode } from 'react';
import type { File as StoredFile } from '#contract/records/entries.ts';

/** What the viewer needs of the page that it covers. */
export type ViewerProps = {
  files: readonly StoredFile[];
  at: number;
  offline: boolean;
  onStep: (id: string) => void;
  onClose: () => void;
  actions: {
    star: (file: StoredFile) => void;
    download: (file: StoredFile) => void;
    moveToTrash: (file: StoredFile) => void;
    unpacking: (file: StoredFile) => (() => void) | undefined;
    more: (file: StoredFile, button: Element) => void;
  };
  thumbnail: (file: StoredFile) => ReactNode;
  details: (file: StoredFile) => ReactNode;
};

/** Shows files one after the other over a page; the app provides it. */
export const ViewerContext = createContext<(props: ViewerProps) => ReactNode>(() => null);
