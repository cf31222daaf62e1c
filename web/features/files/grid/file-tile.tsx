import { memo, useContext, useId } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { sizeText } from '#contract/texts/amounts.ts';
import { OfflineContext } from '../listing/offline.ts';
import { MoreButton } from '../parts/more-button.tsx';
import { opensIn } from '../parts/opens-in.ts';
import { StarMark } from '../parts/star-mark.tsx';
import { extensionOf } from '../pictures/file-kind.ts';
import { FilePicture } from '../pictures/file-picture.tsx';
import { clickText, fileOfflineMessage, lengthText, notHere, sizeAndMark } from '../pictures/file-words.ts';
import { ShownName, tooltipFor } from '../pictures/shown-name.tsx';
import { Pick } from '../selection/pick.tsx';

/** A file: its link opens it in a new tab, unless the viewer was chosen. The full name is the accessible name and the tip. */
export const FileTile = memo(function FileTile({ file, stop }: { file: StoredFile; stop: boolean }) {
  const id = useId();
  const isOffline = useContext(OfflineContext);
  const length = lengthText(file);
  const opens = opensIn();
  return (
    <>
      <span className={isOffline ? 'tile__stage is-offline' : 'tile__stage'} aria-hidden="true">
        <FilePicture file={file} />
      </span>
      <a
        className="tile__link"
        href={file.url}
        target="_blank"
        rel="noopener"
        aria-label={visibleName(file.name)}
        aria-describedby={id}
        data-entry={file.id}
        data-tooltip={tooltipFor(file.name)}
        tabIndex={stop ? 0 : -1}
      />
      <div className="tile__cap" aria-hidden="true">
        <span className="tile__name" dir="auto">
          <ShownName name={file.name} />
          {file.starred ? <StarMark /> : null}
        </span>
        <span className="meta">
          {isOffline ? null : <span className="kind">{extensionOf(file.name)}</span>}{' '}
          {isOffline ? notHere : sizeAndMark(file, opens)}
        </span>
      </div>
      <Pick id={file.id} name={file.name} stop={stop} />
      <MoreButton id={file.id} name={file.name} stop={stop} />
      <span className="sr-only" id={id}>
        {sizeText(file.size)}, {length === undefined ? '' : `${length}, `}
        {isOffline ? fileOfflineMessage : clickText(file, opens)}
        {file.starred ? ', starred' : ''}
      </span>
    </>
  );
});
