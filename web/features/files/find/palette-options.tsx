import type { MouseEvent, ReactNode } from 'react';
import { visibleName } from '#contract/names/names.ts';
import { Key } from '#web/ui/controls/key.tsx';
import type { ViewItem } from '../cache/view-cache.ts';
import { placeText } from '../parts/place-text.ts';
import { sizeAndMark } from '../pictures/file-words.ts';
import { FolderThumbnail, Thumbnail } from '../pictures/thumbnail.tsx';
import { MarkedName } from '../views/marked-name.tsx';
import type { PaletteAction } from './palette-action.ts';

type OptionProps = { id: string; isCurrent: boolean; onPoint: () => void; onClick: (event: MouseEvent) => void };

/** A folder or file that was found, with the words that match and its place. */
export function HitOption({ hit: { entry, path }, typed, ...option }: OptionProps & { hit: ViewItem; typed: string }) {
  const file = 'url' in entry ? entry : undefined;
  return (
    <Option {...option}>
      <span className="thumbnail" aria-hidden="true">
        {file ? <Thumbnail file={file} /> : <FolderThumbnail />}
      </span>
      <span className="palette__words">
        <b dir="auto">
          <MarkedName name={visibleName(entry.name)} typed={typed} />
        </b>
        <span className="meta">{placeText(path)}</span>
      </span>
      {option.isCurrent ? (
        <Key aria-hidden="true">Enter</Key>
      ) : (
        <span className="meta palette__size">{file ? sizeAndMark(file) : 'Folder'}</span>
      )}
    </Option>
  );
}

export function ActionOption({ action: { icon: Icon, label }, ...option }: OptionProps & { action: PaletteAction }) {
  return (
    <Option {...option}>
      <span className="palette__icon">
        <Icon />
      </span>
      <span className="palette__words" dir="auto">
        {label}
      </span>
    </Option>
  );
}

function Option({ id, isCurrent, onPoint, onClick, children }: OptionProps & { children: ReactNode }) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      onPointerMove={onPoint}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
