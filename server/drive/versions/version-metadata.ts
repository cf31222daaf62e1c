import type { SettableMetadata } from '#contract/records/objects.ts';

/** Metadata of a version that a client set; the content type has a column of its own. */
export type StoredMetadata = {
  [Key in Exclude<keyof SettableMetadata, 'contentType'>]?: NonNullable<SettableMetadata[Key]>;
};

export function readMetadata(stored: string | null): StoredMetadata {
  return stored === null ? {} : (JSON.parse(stored) as StoredMetadata);
}

/** The metadata to store after a change: fields that are not named stay, null removes a field. */
export function changeMetadata(stored: string | null, change: SettableMetadata): string | null {
  const { contentType: _contentType, ...others } = change;
  const fields = Object.entries({ ...readMetadata(stored), ...others }).filter(([, value]) => value !== null);
  return fields.length === 0 ? null : JSON.stringify(Object.fromEntries(fields));
}
