import { DocumentView } from './documents/document-view.tsx';
import type { ShownAs } from './kinds/shown-as.ts';
import { Film } from './media/film.tsx';
import { Sound } from './media/sound.tsx';
import { Picture } from './photo/picture.tsx';
import { Unshown } from './said/said.tsx';

type ContentProps = Parameters<typeof Picture>[0] & { shown: ShownAs };

/** A file on the stage, and below it the tools for it. */
export function ViewerContent({ shown, zoom, onZoom, onSwipe, ...content }: ContentProps) {
  switch (shown) {
    case 'picture':
      return <Picture {...content} zoom={zoom} onZoom={onZoom} onSwipe={onSwipe} />;
    case 'film':
      return <Film {...content} />;
    case 'sound':
      return <Sound {...content} />;
    case 'document':
      return <DocumentView file={content.file} />;
    case 'none':
      return <Unshown file={content.file} onDownload={content.onDownload} />;
  }
}
