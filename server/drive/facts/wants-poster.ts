import type { PreviewRow } from '#server/database/tables/drive-rows.ts';

/** What the rows of a blob say of its facts and its picture; null where there are none. */
type Known = { lacks_decoder: number | null; width: number | null; preview: PreviewRow['state'] | null };

/** Whether it is a film that has no picture for want of a decoder. Sounds, which may have none either, say no size. */
export function wantsPoster({ lacks_decoder, width, preview }: Known): boolean {
  return lacks_decoder === 1 && width !== null && preview !== 'made';
}
