import { toldTime } from '#contract/records/entries.ts';
import type { EntryPageRow, OldVersionRow } from './account-archive-rows.ts';

/** What is told of a folder or file as JSON, without what is null: times by RFC 3339, sizes in bytes. */
export function entryLine(path: string, row: EntryPageRow): string {
  const { id, kind, created_at, modified_at, starred_at, trashed_at } = row;
  return line({
    path,
    id,
    kind,
    createdAt: time(created_at),
    modifiedAt: time(modified_at),
    starredAt: time(starred_at),
    trashedAt: time(trashed_at),
    ...(kind === 'file' ? { size: row.size, ...contentOf(row), facts: factsOf(row), told: toldOf(row) } : {}),
  });
}

/** The same of a version that is not the current one of its file. */
export function versionLine(path: string, { file, row }: { file: string; row: OldVersionRow }): string {
  return line({
    path,
    versionOf: file,
    fileId: row.entry_id,
    kind: 'version',
    modifiedAt: time(row.file_modified_at),
    size: row.size,
    ...contentOf(row),
  });
}

/** A line of JSON; what is null or empty is left out. */
export function line(value: Record<string, unknown>): string {
  return `${JSON.stringify(value, (_key, part) => (part === null ? undefined : part))}\n`;
}

/** By RFC 3339. */
export function time(ms: number | null): string | null {
  return ms === null ? null : new Date(toldTime(ms)).toISOString();
}

function contentOf(row: EntryPageRow | OldVersionRow) {
  return {
    sha256: row.sha256,
    contentType: row.content_type,
    version: row.generation,
    storedAt: time(row.stored_at),
    metadata: row.metadata === null ? null : JSON.parse(row.metadata),
    // Its bytes are not in the archive.
    isDamaged: row.damaged_at === null ? null : true,
  };
}

function factsOf(row: EntryPageRow) {
  return unlessEmpty({
    takenAt:
      row.taken_local === null ? null : { local: row.taken_local, offset: row.taken_offset, from: row.taken_from },
    camera: row.camera,
    lens: row.lens,
    aperture: row.aperture,
    exposureSeconds: row.exposure,
    iso: row.iso,
    focalLength: row.focal_length,
    place: placeOf(row.latitude, row.longitude),
    width: row.width,
    height: row.height,
    seconds: row.seconds,
    pages: row.pages,
    title: row.title,
    artist: row.artist,
  });
}

function toldOf(row: EntryPageRow) {
  return unlessEmpty({
    takenAt: time(row.told_taken_at),
    description: row.told_description,
    place: placeOf(row.told_latitude, row.told_longitude),
  });
}

function placeOf(latitude: number | null, longitude: number | null) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function unlessEmpty<Value extends object>(value: Value): Value | null {
  return Object.values(value).every((part) => part === null) ? null : value;
}
