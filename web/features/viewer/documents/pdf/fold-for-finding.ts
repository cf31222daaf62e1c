/** A text in which capitals and the kinds of spaces do not count, as it is looked for. */
export function foldForFinding(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}
