import type { SettableMetadata } from '#contract/objects.ts';

/** What a version keeps of what a client set; the content type has a column of its own. */
export type KeptMetadata = {
  [Key in Exclude<keyof SettableMetadata, 'contentType'>]?: NonNullable<SettableMetadata[Key]>;
};

export function readMetadata(kept: string | null): KeptMetadata {
  return kept === null ? {} : (JSON.parse(kept) as KeptMetadata);
}

/** What is kept after a change: fields that are not named stay, null takes a field away. */
export function changeMetadata(kept: string | null, change: SettableMetadata): string | null {
  const { contentType: _contentType, ...others } = change;
  const fields = Object.entries({ ...readMetadata(kept), ...others }).filter(([, value]) => value !== null);
  return fields.length === 0 ? null : JSON.stringify(Object.fromEntries(fields));
}
