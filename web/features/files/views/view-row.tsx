import { useContext } from 'react';
import { Link } from 'react-router';
import { visibleName } from '#contract/names/names.ts';
import { dropTarget } from '#web/ui/controls/drop-target.ts';
import type { ViewItem } from '../cache/view-cache.ts';
import { OfflineContext } from '../listing/offline.ts';
import { Moment } from '../parts/moment.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { opensIn } from '../parts/opens-in.ts';
import { StarButton } from '../parts/star-button.tsx';
import { notHere, sizeAndMark } from '../pictures/file-words.ts';
import { FolderThumbnail, Thumbnail } from '../pictures/thumbnail.tsx';
import { Pick } from '../selection/pick.tsx';
import { MarkedName } from './marked-name.tsx';
import { PlaceLink } from './place-link.tsx';

type ViewRowProps = {
  item: ViewItem;
  /** What of the name is marked. */
  typed: string;
  /** Whether Tab reaches this row. */
  stop: boolean;
  onStar: () => void;
};

/** A folder or file with its place. A file opens in a new tab, as everywhere. */
export function ViewRow({ item: { entry, path, at }, typed, stop, onStar }: ViewRowProps) {
  const isOffline = useContext(OfflineContext);
  const file = 'url' in entry ? entry : undefined;
  const link = {
    className: 'view__name',
    dir: 'auto',
    'data-entry': entry.id,
    tabIndex: stop ? 0 : -1,
  };
  const name = <MarkedName name={visibleName(entry.name)} typed={typed} />;
  return (
    <li className="view__row">
      <span className={isOffline && file ? 'thumbnail is-offline' : 'thumbnail'} aria-hidden="true">
        {file ? <Thumbnail file={file} /> : <FolderThumbnail />}
      </span>
      <span className="view__words">
        {file === undefined ? (
          <Link {...link} to={`/folder/${entry.id}`} {...dropTarget(entry)}>
            {name}
          </Link>
        ) : (
          <a {...link} href={isOffline ? undefined : file.url} target="_blank" rel="noopener">
            {name}
          </a>
        )}
        <span className="meta">
          <PlaceLink path={path} reveal={entry.id} tabIndex={link.tabIndex} />
        </span>
      </span>
      <span className="meta view__size">{file ? (isOffline ? notHere : sizeAndMark(file, opensIn())) : 'Folder'}</span>
      <span className="meta view__day">{at === null ? null : <Moment at={at} />}</span>
      <StarButton entry={entry} tabIndex={link.tabIndex} disabled={isOffline} onStar={onStar} />
      <MoreButton id={entry.id} name={entry.name} stop={stop} />
      <Pick id={entry.id} name={entry.name} stop={stop} />
    </li>
  );
}
