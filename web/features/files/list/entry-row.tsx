import { memo, type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import { visibleName } from '#contract/names/names.ts';
import type { Contents, Folder, File as StoredFile } from '#contract/records/entries.ts';
import { sizeText } from '#contract/texts/amounts.ts';
import { dropTarget } from '#web/ui/controls/drop-target.ts';
import { OfflineContext } from '../listing/offline.ts';
import { Moment } from '../parts/moment.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { opensIn } from '../parts/opens-in.ts';
import { StarMark } from '../parts/star-mark.tsx';
import { contentsText } from '../pictures/contents-text.ts';
import { typeText } from '../pictures/file-kind.ts';
import { downloadMark, notHere, sizeAndMark } from '../pictures/file-words.ts';
import { FolderThumbnail, Thumbnail } from '../pictures/thumbnail.tsx';
import { Pick } from '../selection/pick.tsx';

/** A folder in the list. */
export const FolderRow = memo(function FolderRow({ folder, stop }: { folder: Folder; stop: boolean }) {
  return (
    <Cells
      id={folder.id}
      stop={stop}
      name={folder.name}
      starred={folder.starred}
      type={folderText(folder.contents)}
      size={folder.contents.files > 0 ? sizeText(folder.contents.bytes) : '–'}
      caption={contentsText(folder.contents)}
      day={folder.createdAt}
      picture={<FolderThumbnail />}
    >
      <Link
        className="list__link"
        to={`/folder/${folder.id}`}
        aria-label={visibleName(folder.name)}
        data-entry={folder.id}
        data-tooltip={clippedTooltip(visibleName(folder.name))}
        tabIndex={stop ? 0 : -1}
        {...dropTarget(folder)}
      />
    </Cells>
  );
});

/** A file in the list; its link opens it in a new tab, unless the viewer was chosen. */
export const FileRow = memo(function FileRow({ file, stop }: { file: StoredFile; stop: boolean }) {
  const isOffline = useContext(OfflineContext);
  const opens = opensIn();
  return (
    <Cells
      id={file.id}
      stop={stop}
      name={file.name}
      starred={file.starred}
      type={isOffline ? notHere : typeText(file) + downloadMark(file, opens)}
      size={sizeText(file.size)}
      caption={isOffline ? notHere : `${typeText(file)}, ${sizeAndMark(file, opens)}`}
      day={file.modifiedAt}
      picture={<Thumbnail file={file} />}
    >
      <a
        className="list__link"
        href={file.url}
        target="_blank"
        rel="noopener"
        aria-label={visibleName(file.name)}
        data-entry={file.id}
        data-tooltip={clippedTooltip(visibleName(file.name))}
        tabIndex={stop ? 0 : -1}
      />
    </Cells>
  );
});

/** "Folder, 48 files"; one without files has its folders counted. */
function folderText({ folders, files }: Contents): string {
  return `Folder, ${contentsText({ folders: files > 0 ? 0 : folders, files, bytes: 0 }).replace('Empty', 'empty')}`;
}

/** Longer names may not fit into their two lines, in characters. */
const longName = 60;

function clippedTooltip(name: string): string | undefined {
  return name.length > longName ? name : undefined;
}

type CellsProps = {
  id: string;
  stop: boolean;
  name: string;
  starred: boolean;
  type: string;
  size: string;
  /** What a phone shows instead of the columns. */
  caption: string;
  day: number;
  picture: ReactNode;
  children: ReactNode;
};

function Cells({ id, stop, name, starred, type, size, caption, day, picture, children }: CellsProps) {
  return (
    <>
      <span className="list__name" role="gridcell">
        <span className="thumbnail" aria-hidden="true">
          {picture}
        </span>
        {children}
        <Pick id={id} name={name} stop={stop} />
        <span className="list__words" aria-hidden="true">
          <b dir="auto">
            {visibleName(name)}
            {starred ? <StarMark /> : null}
          </b>
          <span className="meta list__caption">{caption}</span>
        </span>
      </span>
      <span className="list__more" role="gridcell">
        {type}
      </span>
      <span className="list__more list__size" role="gridcell">
        {size}
      </span>
      <span className="list__more" role="gridcell">
        <Moment at={day} />
      </span>
      <span className="list__actions" role="gridcell">
        <MoreButton id={id} name={name} stop={stop} />
      </span>
    </>
  );
}
