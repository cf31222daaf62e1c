import { memo, useId } from 'react';
import { Link } from 'react-router';
import { kindOf } from '#contract/kinds.ts';
import { visibleName } from '#contract/names/names.ts';
import { maxFolderPictures } from '#contract/previews.ts';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import { dropTarget } from '#web/ui/controls/drop-target.ts';
import { MoreButton } from '../parts/more-button.tsx';
import { StarMark } from '../parts/star-mark.tsx';
import { contentsText } from '../pictures/contents-text.ts';
import { ShownName, tooltipFor } from '../pictures/shown-name.tsx';
import { useTries } from '../pictures/use-tries.ts';
import { Pick } from '../selection/pick.tsx';

/** A child folder: a box with a paper label, its newest pictures looking out, and what it holds. The full name is the accessible name and the tip. */
export const FolderTile = memo(function FolderTile({ folder, stop }: { folder: Folder; stop: boolean }) {
  const id = useId();
  return (
    <>
      <span className="tile__stage" aria-hidden="true">
        <span className="thing box">
          <span className="box__back" />
          <PicturesInside urls={folder.pictures.map(({ url }) => url).toReversed()} />
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
          {contentsText(folder.contents)}
          {folder.starred ? <StarMark /> : null}
        </span>
      </div>
      <Pick id={folder.id} name={folder.name} stop={stop} />
      <MoreButton id={folder.id} name={folder.name} stop={stop} />
    </>
  );
});

/** The current folder: the only box in green cloth, with its newest pictures looking out. */
export function CurrentFolderTile({ name, files }: { name: string; files: readonly StoredFile[] }) {
  const pictures = newestPictures(files);
  return (
    <>
      <span className="tile__stage" aria-hidden="true">
        <span className="box box--current" data-tooltip={tooltipFor(name)}>
          <span className="box__back" />
          <PicturesInside urls={pictures} />
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

/** The newest is on the right. */
function PicturesInside({ urls }: { urls: readonly string[] }) {
  return (
    <span className="box__in">
      {urls.map((url) => (
        <PictureInside key={url} url={url} />
      ))}
    </span>
  );
}

/** One that cannot be loaded does not look out. */
function PictureInside({ url }: { url: string }) {
  const { failed, onError, key } = useTries(url);
  return (
    <img
      key={key}
      src={failed ? undefined : url}
      hidden={failed}
      alt=""
      loading="lazy"
      decoding="async"
      onError={onError}
    />
  );
}

/** Of photographs only, as the server has it of other folders. */
function newestPictures(files: readonly StoredFile[]): string[] {
  const urls: string[] = [];
  for (let at = files.length - 1; at >= 0 && urls.length < maxFolderPictures; at -= 1) {
    const { contentType = '', preview = null } = files[at] ?? {};
    if (preview?.state === 'made' && kindOf(contentType) === 'photo') urls.unshift(preview.url);
  }
  return urls;
}
