import { useState } from 'react';
import { DocumentView } from './documents/document-view.tsx';
import type { ShownAs } from './kinds/shown-as.ts';
import { Film } from './media/film.tsx';
import { Sound } from './media/sound.tsx';
import { Picture } from './photo/picture.tsx';
import { Unshown } from './said/said.tsx';

type ContentProps = Parameters<typeof Picture>[0] & { shown: ShownAs; onUnpack: (() => void) | undefined };

/** A version of a file on the stage, and below it the tools for it. It goes on when the file is renamed. */
export function ViewerContent({ shown, zoom, onZoom, onSwipe, onDownload, onUnpack, file: described }: ContentProps) {
  // The name is a part of the address, and the bytes are the same at the one of before.
  const [url] = useState(described.url);
  const file = { ...described, url };
  switch (shown) {
    case 'picture':
      return <Picture {...{ file, zoom, onZoom, onSwipe, onDownload }} />;
    case 'film':
      return <Film {...{ file, onDownload }} />;
    case 'sound':
      return <Sound {...{ file, onDownload }} />;
    case 'document':
      return <DocumentView file={file} />;
    case 'none':
      return <Unshown {...{ file, onDownload, onUnpack }} />;
  }
}
