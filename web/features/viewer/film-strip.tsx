import './film-strip.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';

type FilmStripProps = {
  files: readonly StoredFile[];
  at: number;
  thumbnail: (file: StoredFile) => ReactNode;
  onStep: (id: string) => void;
};

/** How many files it shows on either side of the one on the stage. */
const reach = 20;

/** The files beside the one that is shown, small. Arrow keys step through them as everywhere in the viewer. */
export function FilmStrip({ files, at, thumbnail, onStep }: FilmStripProps) {
  const strip = useRef<HTMLElement>(null);
  const first = Math.max(0, at - reach);
  const id = files[at]?.id;

  useEffect(() => {
    if (id === undefined) return undefined;
    // The dialog is opened after what is in it.
    const frame = requestAnimationFrame(() => {
      const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
      if (!strip.current || !current) return;
      strip.current.scrollLeft = current.offsetLeft + current.offsetWidth / 2 - strip.current.clientWidth / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [id]);

  if (files.length < 2) return null;
  return (
    <nav className="film-strip" ref={strip} aria-label="Other files">
      {files.slice(first, at + reach + 1).map((file, index) => (
        <button
          key={file.id}
          type="button"
          aria-label={`${visibleName(file.name)}, ${first + index + 1} of ${files.length}`}
          aria-current={file.id === id ? 'true' : undefined}
          tabIndex={file.id === id ? 0 : -1}
          onClick={() => onStep(file.id)}
        >
          {thumbnail(file)}
        </button>
      ))}
    </nav>
  );
}
