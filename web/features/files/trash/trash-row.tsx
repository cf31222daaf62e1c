import { visibleName } from '#contract/names/names.ts';
import type { TrashItem } from '#contract/records/trash-records.ts';
import { sizeText } from '#contract/texts/amounts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { MoreIcon } from '#web/ui/icons/icons.tsx';
import { FolderThumbnail, Thumbnail } from '../pictures/thumbnail.tsx';
import { Pick } from '../selection/pick.tsx';
import { timeLeft } from './time-left.ts';
import { bytesOf, entryIn } from './trash-items.ts';

type TrashRowProps = {
  item: TrashItem;
  now: number;
  offline: boolean;
  /** Whether Tab reaches this row. */
  stop: boolean;
  onRestore: () => void;
  onDelete: () => void;
  onMore: () => void;
};

/** An item in Trash: where it was, how long it stays, and buttons to restore it or delete it forever. */
export function TrashRow({ item, now, offline, stop, onRestore, onDelete, onMore }: TrashRowProps) {
  const { id, name: stored } = entryIn(item);
  const name = visibleName(stored);
  const { file } = item.entry;
  const bytes = bytesOf(item);
  const left = timeLeft(item.trashedAt, now);
  const tabIndex = stop ? 0 : -1;
  return (
    <tr className="trash__row">
      <td>
        <span className="trash__hit" data-pick={id} aria-hidden="true" />
        <span className="trash__name">
          <Pick id={id} name={stored} stop={stop} />
          <span className="thumbnail" aria-hidden="true">
            {file ? <Thumbnail file={file} /> : <FolderThumbnail />}
          </span>
          <span className="list__words">
            <b dir="auto">{name}</b>
            <span className="meta trash__from">
              From <bdi>{visibleName(item.folderName)}</bdi>
              <span className="trash__on-phone">. Deleted {left.text.toLowerCase()}.</span>
            </span>
          </span>
        </span>
      </td>
      <td className="trash__wide trash__size">{bytes === null ? '–' : sizeText(bytes)}</td>
      <td className={left.soon ? 'trash__wide trash__soon' : 'trash__wide'}>{left.text}</td>
      <td>
        <span className="trash__actions">
          <Button
            compact
            data-entry={id}
            tabIndex={tabIndex}
            disabled={offline}
            aria-label={`Restore ${name}`}
            onClick={onRestore}
          >
            Restore
          </Button>
          <Button
            variant="quiet-danger"
            compact
            className="trash__wide"
            tabIndex={tabIndex}
            disabled={offline}
            aria-label={`Delete forever: ${name}`}
            onClick={onDelete}
          >
            Delete forever
          </Button>
          <button
            type="button"
            className="more trash__on-phone"
            tabIndex={tabIndex}
            aria-label={`More actions for ${name}`}
            aria-haspopup="dialog"
            onClick={onMore}
          >
            <MoreIcon />
          </button>
        </span>
      </td>
    </tr>
  );
}
