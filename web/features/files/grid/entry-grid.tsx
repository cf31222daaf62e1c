import { type ReactNode, type RefObject, useRef } from 'react';
import type { Listing } from '../listing/listing.ts';
import { useEntryFocus } from '../listing/use-entry-focus.ts';
import { SkeletonTile } from '../parts/skeletons.tsx';
import { FileTile } from './file-tile.tsx';
import { FolderTile, HereTile } from './folder-tile.tsx';
import type { GridGeometry } from './grid-geometry.ts';
import { TileGrid } from './tile-grid.tsx';
import { useGridGeometry } from './use-grid-geometry.ts';

type EntryGridProps = {
  listing: Listing | undefined;
  /** The name of the folder, when it is known. */
  name: string | undefined;
  newFolder: ReactNode;
  newFile: ReactNode;
};

const skeletons = 3;

/** A folder as tiles: the two that take something new, the folder itself, its folders, a divider, its files. */
export function EntryGrid(props: EntryGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const geometry = useGridGeometry(box);
  return <div ref={box}>{geometry ? <Shelves {...props} box={box} geometry={geometry} /> : null}</div>;
}

type ShelvesProps = EntryGridProps & { box: RefObject<HTMLElement | null>; geometry: GridGeometry };

function Shelves({ listing, name, newFolder, newFile, box, geometry }: ShelvesProps) {
  const folders = listing?.folders ?? [];
  const files = listing?.files ?? [];
  const lead = [
    { key: 'new folder', tile: newFolder },
    { key: 'new file', tile: newFile },
    ...(name === undefined ? [] : [{ key: 'here', tile: <HereTile name={name} files={files} /> }]),
  ];
  const shelves = [
    { lead: lead.length, ids: folders.map(({ id }) => id) },
    { lead: 0, ids: files.map(({ id }) => id) },
  ];
  const { stop, ...keys } = useEntryFocus(box, shelves, geometry.columns);
  const stopFolder = folders.findIndex(({ id }) => id === stop);
  const stopFile = stopFolder < 0 ? files.findIndex(({ id }) => id === stop) : -1;

  return (
    <div {...keys}>
      <TileGrid
        label="Folders"
        geometry={geometry}
        count={lead.length + (listing ? folders.length : skeletons)}
        lead={lead.length}
        keep={stopFolder < 0 ? undefined : lead.length + stopFolder}
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
            keep={stopFile < 0 ? undefined : stopFile}
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
