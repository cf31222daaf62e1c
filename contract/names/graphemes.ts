/** Made when it is first asked for: to read what it needs takes a server or a page longer than anything else at its start. */
let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as people count them (Unicode, UAX #29). */
export function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}
