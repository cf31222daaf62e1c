import type { DriveClient } from '#client/drive-api.ts';
import type { IfTaken } from '#contract/records/batch.ts';
import type { Folder, File as StoredFile } from '#contract/records/entries.ts';
import type { Call } from '../undo/undo.ts';
import type { Refused } from './in-batches.ts';

/** A folder or file as far as it has to be known to be moved, also when another window gave it. */
export type Thing = { id: string; name: string; isFolder: boolean; parentId: string | null };

/** How things are moved or copied: whereto, and what happens to those whose names are taken there. */
export type Placing = { what: 'move' | 'copy'; parentId: string | null; ifTaken: IfTaken };

/** What became of things. Nothing of a folder that was merged in part is in `done`. */
export type Placed = {
  done: { thing: Thing; entry: Folder | StoredFile }[];
  /** Their names are taken. */
  stayed: Thing[];
  /** What stayed in folders that were merged, because its name is taken there. */
  stayedInside: { name: string }[];
  /** Also what is in folders that were merged. */
  refused: Refused<{ name: string }>[];
  calls: Call[];
};

export type PlacingDeps = {
  api: DriveClient;
  /** Called with what has left the folder that it was in. */
  onLeft: (things: readonly Thing[]) => void;
  /** Called after each part; a folder that is merged child by child has more things than were counted at first. */
  onProgress: (done: number, total: number) => void;
  /** Nothing more is begun after it. */
  signal: AbortSignal;
};

/** Moves or copies things. */
export type Place = (deps: PlacingDeps, things: readonly Thing[], placing: Placing) => Promise<Placed>;

export function nothingPlaced(): Placed {
  return { done: [], stayed: [], stayedInside: [], refused: [], calls: [] };
}

/** What undoing a move or copy does: copies go to Trash. */
export function undoneBy(what: Placing['what']): Pick<Call, 'toTrash'> {
  return what === 'copy' ? { toTrash: true } : {};
}

/** Adds what became of further things. */
export function addTo(placed: Placed, more: Placed): void {
  for (const key of Object.keys(placed) as (keyof Placed)[]) (placed[key] as unknown[]).push(...more[key]);
}
