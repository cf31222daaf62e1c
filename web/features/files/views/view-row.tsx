import { useContext } from 'react';
import { Link } from 'react-router';
import { visibleName } from '#contract/names/names.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { OfflineContext } from '../listing/offline.ts';
import { StarButton } from '../parts/star-button.tsx';
import { notHere, sizeAndMark } from '../pictures/file-words.ts';
import { FolderThumbnail, Thumbnail } from '../pictures/thumbnail.tsx';
import { PlaceLink } from './place-link.tsx';
import type { ViewItem } from './view-items.ts';

type ViewRowProps = {
  item: ViewItem;
  /** Whether Tab reaches this row. */
  stop: boolean;
  onStar: () => void;
};

/** A folder or file with its place. A file opens in a new tab, as everywhere. */
export function ViewRow({ item: { entry, path, at }, stop, onStar }: ViewRowProps) {
  const isOffline = useContext(OfflineContext);
  const name = visibleName(entry.name);
  const file = 'url' in entry ? entry : undefined;
  const tabIndex = stop ? 0 : -1;
  return (
    <li className="view__row">
      <span className={isOffline && file ? 'thumbnail is-offline' : 'thumbnail'} aria-hidden="true">
        {file ? <Thumbnail file={file} /> : <FolderThumbnail />}
      </span>
      <span className="view__words">
        {file === undefined ? (
          <Link className="view__name" dir="auto" to={`/folder/${entry.id}`} data-entry={entry.id} tabIndex={tabIndex}>
            {name}
          </Link>
        ) : (
          <a
            className="view__name"
            dir="auto"
            href={isOffline ? undefined : file.url}
            target="_blank"
            rel="noopener"
            data-entry={entry.id}
            tabIndex={tabIndex}
          >
            {name}
          </a>
        )}
        <span className="meta">
          <PlaceLink path={path} reveal={entry.id} tabIndex={tabIndex} />
        </span>
      </span>
      <span className="meta view__size">{file ? (isOffline ? notHere : sizeAndMark(file)) : 'Folder'}</span>
      <span className="meta view__day">{at === null ? '' : dayText(at)}</span>
      <StarButton entry={entry} tabIndex={tabIndex} disabled={isOffline} onStar={onStar} />
    </li>
  );
}
