import './folder-head.css';
import '../parts/page-head.css';
import type { RefObject } from 'react';
import { visibleName } from '#contract/names/names.ts';
import { counted, sizeText } from '#contract/texts/amounts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Choice } from '#web/ui/controls/choice.tsx';
import { GridIcon, ListIcon, MoreIcon } from '#web/ui/icons/icons.tsx';
import type { Listing } from '../cache/listing.ts';
import type { View } from '../listing/use-view.ts';
import { FilterField } from '../order/filter-field.tsx';
import { SortButton } from '../order/sort-button.tsx';
import type { Shown } from '../order/use-shown.ts';
import { ShortcutsButton } from '../shortcuts/shortcuts-button.tsx';

const views = [
  { value: 'grid', label: 'Grid', icon: <GridIcon />, shortcut: 'g' },
  { value: 'list', label: 'List', icon: <ListIcon />, shortcut: 'l' },
] as const;

/** Longer names may not fit into their three lines on a phone, in characters. */
const longName = 60;

type FolderHeadProps = {
  name: string | undefined;
  listing: Listing | undefined;
  /** What is shown of the listing, and how. */
  shown: Shown;
  filterField: RefObject<HTMLInputElement | null>;
  view: View;
  onView: (view: View) => void;
  onViewAll: () => void;
  onMore: (button: Element) => void;
};

/** The name of the folder, how much is in it, and how to show it. */
export function FolderHead({ name, listing, shown, filterField, view, onView, onViewAll, onMore }: FolderHeadProps) {
  return (
    <header className="page-head folder-head">
      <div className="min-w-0">
        <h1
          className="h-page folder-head__name"
          dir="auto"
          data-tooltip={name !== undefined && name.length > longName ? visibleName(name) : undefined}
        >
          {name === undefined ? (
            <>
              <span className="sr-only">Folder</span>
              <span className="skel inline-block h-6 w-48" aria-hidden="true" />
            </>
          ) : (
            visibleName(name)
          )}
        </h1>
        <p className="meta mt-1" role="status">
          {listing ? (shown.summary ?? summaryOf(listing)) : '\u00a0'}
        </p>
      </div>
      <div className="folder-head__tools">
        {listing && listing.files.length > 0 ? (
          <Button className="folder-head__view-all" variant="quiet" compact onClick={onViewAll}>
            View all
          </Button>
        ) : null}
        <ShortcutsButton />
        <FilterField
          ref={filterField}
          value={shown.filter}
          onChange={shown.setFilter}
          disabled={listing === undefined}
        />
        <SortButton order={shown.order} onOrder={shown.setOrder} />
        <Choice label="View" options={views} value={view} onChoose={onView} />
        <Button
          variant="quiet"
          icon
          aria-label="Folder actions"
          aria-haspopup="menu"
          data-tooltip="Folder actions"
          disabled={listing === undefined}
          onClick={({ currentTarget }) => onMore(currentTarget)}
        >
          <MoreIcon />
        </Button>
      </div>
    </header>
  );
}

/** All that lies below the folder, at any depth; it says so where that is more than the page shows. */
function summaryOf({ folder: { contents }, folders, files, partial }: Listing): string {
  if (folders.length + files.length === 0) return 'Empty';
  if (partial) return 'Loading';
  const amounts = [
    contents.folders > 0 && counted(contents.folders, 'folder'),
    contents.files > 0 && counted(contents.files, 'file'),
    contents.files > 0 && sizeText(contents.bytes),
  ]
    .filter(Boolean)
    .join(', ');
  const isDeeper = contents.folders > folders.length || contents.files > files.length;
  return isDeeper ? `${amounts} in all` : amounts;
}
