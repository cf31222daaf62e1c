import '#web/ui/surfaces/divider.css';
import { type ReactNode, type RefObject, useContext, useRef } from 'react';
import type { Listing } from '../cache/listing.ts';
import { useEntryFocus } from '../focus/use-entry-focus.ts';
import { idsOf, placeIn } from '../listing/entry-ids.ts';
import { SkeletonTile } from '../parts/skeletons.tsx';
import { SelectionContext } from '../selection/selection-context.ts';
import { FileTile } from './file-tile.tsx';
import { CurrentFolderTile, FolderTile } from './folder-tile.tsx';
import type { GridGeometry } from './grid-geometry.ts';
import { TileGrid } from './tile-grid.tsx';
import { useGridGeometry } from './use-grid-geometry.ts';

type EntryGridProps = {
  listing: Listing | undefined;
  /** The name of the folder, when it is known. */
  name: string | undefined;
  /** Only what matches a filter is shown. */
  isFiltered: boolean;
  newFolder: ReactNode;
  newFile: ReactNode;
};

const skeletons = 3;
const nothing = { folders: [], files: [] };

/** A folder as tiles: New Folder, New File, the folder itself, its folders, a divider, its files. */
export function EntryGrid(props: EntryGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const geometry = useGridGeometry(box);
  return <div ref={box}>{geometry ? <Sections {...props} box={box} geometry={geometry} /> : null}</div>;
}

type SectionsProps = EntryGridProps & { box: RefObject<HTMLElement | null>; geometry: GridGeometry };

function Sections({ listing, name, isFiltered, newFolder, newFile, box, geometry }: SectionsProps) {
  const { folders, files } = listing ?? nothing;
  const current =
    name === undefined || isFiltered ? [] : [{ key: 'current', tile: <CurrentFolderTile name={name} files={files} /> }];
  const lead = [{ key: 'new folder', tile: newFolder }, { key: 'new file', tile: newFile }, ...current];
  const folderIds = idsOf(folders);
  const fileIds = idsOf(files);
  const sections = [
    { lead: lead.length, ids: folderIds },
    { lead: 0, ids: fileIds },
  ];
  const { stop, drawn, ...keys } = useEntryFocus(box, {
    sections,
    columns: geometry.columns,
    nameAt: (at) => (folders[at] ?? files[at - folders.length])?.name ?? '',
    isSelecting: useContext(SelectionContext).isSome,
  });
  const count = lead.length + (listing ? folders.length : skeletons);

  return (
    <div {...keys}>
      <TileGrid
        label="Folders"
        geometry={geometry}
        count={count}
        ids={folderIds}
        lead={lead.length}
        pinned={placesOf(drawn, folderIds).map((at) => lead.length + at)}
        renderCell={(at) => {
          const first = lead[at];
          if (first) return first;
          const folder = folders[at - lead.length];
          if (folder === undefined) return { key: `skeleton ${at}`, tile: <SkeletonTile /> };
          return { key: folder.id, tile: <FolderTile folder={folder} stop={folder.id === stop} /> };
        }}
      />
      {folders.length > 0 && files.length > 0 ? <hr className="divider" /> : null}
      {files.length > 0 ? (
        <div className={folders.length > 0 ? undefined : 'mt-9'}>
          <TileGrid
            label="Files"
            geometry={geometry}
            count={files.length}
            ids={fileIds}
            pinned={placesOf(drawn, fileIds)}
            renderCell={(at) => {
              const file = files[at];
              if (file === undefined) return { key: `skeleton ${at}`, tile: <SkeletonTile /> };
              return { key: file.id, tile: <FileTile file={file} stop={file.id === stop} /> };
            }}
          />
        </div>
      ) : null}
    </div>
  );
}

function placesOf(wanted: readonly string[], ids: readonly string[]): number[] {
  return wanted.map((id) => placeIn(ids, id)).filter((at) => at >= 0);
}
