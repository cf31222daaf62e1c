import '#web/ui/surfaces/tile.css';
import { visibleName } from '#contract/names/names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { ViewItem } from '../cache/view-cache.ts';
import { sizeAndMark } from '../pictures/file-words.ts';
import { Thumbnail } from '../pictures/thumbnail.tsx';
import { PlaceLink } from '../views/place-link.tsx';

type LargestFilesProps = {
  items: readonly ViewItem[];
  hasMore: boolean;
  offline: boolean;
  onShowMore: () => void;
  onTrash: (entry: ViewItem['entry']) => void;
};

/** The largest files, each with its place: it opens in a new tab, the place shows its folder. */
export function LargestFiles({ items, hasMore, offline, onShowMore, onTrash }: LargestFilesProps) {
  if (items.length === 0) return null;
  return (
    <>
      <h3 className="space__title" id="largest-files">
        Largest files
      </h3>
      <ul aria-labelledby="largest-files">
        {items.map(({ entry, path }) =>
          'url' in entry ? (
            <li className="profile__row profile__row--ruled space__file" key={entry.id}>
              <span className="thumbnail" aria-hidden="true">
                <Thumbnail file={entry} />
              </span>
              <span className="space__words">
                <a className="space__name" dir="auto" href={entry.url} target="_blank" rel="noopener">
                  {visibleName(entry.name)}
                </a>
                <span className="meta">
                  <PlaceLink path={path} reveal={entry.id} />
                </span>
              </span>
              <span className="space__size">{sizeAndMark(entry)}</span>
              <Button
                variant="quiet-danger"
                compact
                disabled={offline}
                aria-label={`Move to Trash: ${visibleName(entry.name)}`}
                onClick={() => onTrash(entry)}
              >
                Move to Trash
              </Button>
            </li>
          ) : null,
        )}
      </ul>
      {hasMore ? (
        <Button className="space__more" variant="quiet" onClick={onShowMore}>
          Show the hundred largest
        </Button>
      ) : null}
    </>
  );
}
