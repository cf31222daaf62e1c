import { memo, useId } from 'react';
import { Link } from 'react-router';
import type { Folder, File as StoredFile } from '#contract/entries.ts';
import { visibleName } from '#contract/names.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { dropTarget } from '#web/ui/controls/drop-target.ts';
import { MoreButton } from '../parts/more-button.tsx';
import { ShownName, tooltipFor } from '../pictures/shown-name.tsx';
import { Pick } from '../selection/pick.tsx';

/** A child folder: a box with a paper label. The full name is the accessible name and the tip. */
export const FolderTile = memo(function FolderTile({ folder, stop }: { folder: Folder; stop: boolean }) {
  const id = useId();
  return (
    <>
      <span className="tile__stage" aria-hidden="true">
        <span className="thing box">
          <span className="box__back" />
          <span className="box__front">
            <span className="label" dir="auto">
              <ShownName name={folder.name} />
            </span>
          </span>
        </span>
      </span>
      <Link
        className="tile__link"
        to={`/folder/${folder.id}`}
        aria-label={visibleName(folder.name)}
        aria-describedby={id}
        data-entry={folder.id}
        data-tooltip={tooltipFor(folder.name)}
        tabIndex={stop ? 0 : -1}
        {...dropTarget(folder)}
      />
      <div className="tile__cap">
        <span className="meta" id={id}>
          Created {dayText(folder.createdAt)}
        </span>
      </div>
      <Pick id={folder.id} name={folder.name} stop={stop} />
      <MoreButton id={folder.id} name={folder.name} stop={stop} />
    </>
  );
});

/** So many pictures look out of the open box. */
const maxPictures = 3;

/** The current folder: the only box in green cloth, with its newest pictures looking out. */
export function CurrentFolderTile({ name, files }: { name: string; files: readonly StoredFile[] }) {
  const pictures = files.flatMap(({ preview }) => (preview?.state === 'made' ? [preview.url] : [])).slice(-maxPictures);
  return (
    <>
      <span className="tile__stage" aria-hidden="true">
        <span className="box box--current" data-tooltip={tooltipFor(name)}>
          <span className="box__back" />
          <span className="box__in">
            {pictures.map((url) => (
              <img key={url} src={url} alt="" decoding="async" />
            ))}
          </span>
          <span className="box__front">
            <span className="label" dir="auto">
              <ShownName name={name} />
            </span>
          </span>
        </span>
      </span>
      <div className="tile__cap">
        <span className="meta">
          <span className="sr-only">{visibleName(name)}: </span>You are here
        </span>
      </div>
    </>
  );
}
