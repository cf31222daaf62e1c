import '#web/ui/surfaces/tile.css';
import { visibleName } from '#contract/names/names.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { sizeAndMark } from '../pictures/file-words.ts';
import { Thumbnail } from '../pictures/thumbnail.tsx';
import { PlaceLink } from '../views/place-link.tsx';
import type { ViewItem } from '../views/view-items.ts';

type LargestFilesProps = {
  files: readonly { entry: { file: StoredFile | null }; path: ViewItem['path'] }[];
  hasMore: boolean;
  onShowMore: () => void;
};

/** The largest files, each with its place: it opens in a new tab, the place shows its folder. */
export function LargestFiles({ files, hasMore, onShowMore }: LargestFilesProps) {
  if (files.length === 0) return null;
  return (
    <>
      <h3 className="space__title" id="largest-files">
        Largest files
      </h3>
      <ul aria-labelledby="largest-files">
        {files.map(({ entry: { file }, path }) =>
          file === null ? null : (
            <li className="profile__row profile__row--ruled space__file" key={file.id}>
              <span className="thumbnail" aria-hidden="true">
                <Thumbnail file={file} />
              </span>
              <span className="space__words">
                <a className="space__name" dir="auto" href={file.url} target="_blank" rel="noopener">
                  {visibleName(file.name)}
                </a>
                <span className="meta">
                  <PlaceLink path={path} reveal={file.id} />
                </span>
              </span>
              <span>{sizeAndMark(file)}</span>
            </li>
          ),
        )}
      </ul>
      {hasMore ? (
        <Button variant="quiet" onClick={onShowMore}>
          Show the hundred largest
        </Button>
      ) : null}
    </>
  );
}
