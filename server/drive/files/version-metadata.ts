import type { SettableMetadata } from '#contract/objects.ts';

/** What a version keeps of what a client set; the content type has a column of its own. */
export type StoredMetadata = {
  [Key in Exclude<keyof SettableMetadata, 'contentType'>]?: NonNullable<SettableMetadata[Key]>;
};

export function readMetadata(kept: string | null): StoredMetadata {
  return kept === null ? {} : (JSON.parse(kept) as StoredMetadata);
}

/** What is kept after a change: fields that are not named stay, null takes a field away. */
export function changeMetadata(kept: string | null, change: SettableMetadata): string | null {
  const { contentType: _contentType, ...others } = change;
  const fields = Object.entries({ ...readMetadata(kept), ...others }).filter(([, value]) => value !== null);
  return fields.length === 0 ? null : JSON.stringify(Object.fromEntries(fields));
}
