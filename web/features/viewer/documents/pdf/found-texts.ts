import { foldForFinding } from './fold-for-finding.ts';

/** The name of what is found, in `pdf-page.css`. */
const name = 'pdf-found';
/** More on one page are not marked. */
const maxMarks = 1000;

/** Where a character of the folded text stands in the page; nowhere for the end of a line. */
type Place = { node: Text; offset: number } | undefined;

/**
 * Marks where a text stands in the text of a page. The returned function takes the marks away. Browsers without highlights
 * (CSS Custom Highlight API) mark nothing.
 */
export function markFound(box: HTMLElement, wanted: string): () => void {
  const looked = foldForFinding(wanted);
  if (looked.trim() === '' || !('highlights' in CSS)) return () => {};
  const { text, places } = readPlaces(box);
  const marks = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, marks);
  const ranges: Range[] = [];
  for (let at = text.indexOf(looked); at !== -1 && ranges.length < maxMarks; at = text.indexOf(looked, at + 1)) {
    const range = rangeOf(places.slice(at, at + looked.length));
    if (range !== undefined) ranges.push(range);
  }
  for (const range of ranges) marks.add(range);
  return () => {
    for (const range of ranges) marks.delete(range);
  };
}

function rangeOf(places: readonly Place[]): Range | undefined {
  const first = places.find((place) => place !== undefined);
  const last = places.findLast((place) => place !== undefined);
  if (first === undefined || last === undefined) return undefined;
  const range = new Range();
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset + 1);
  return range;
}

/** The folded text of a page as pdf.js laid it, and where each of its characters stands. */
function readPlaces(box: HTMLElement): { text: string; places: Place[] } {
  const places: Place[] = [];
  let text = '';
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof HTMLBRElement) add(' ', undefined);
    if (!(node instanceof Text)) continue;
    for (const [offset, unit] of node.data.split('').entries()) add(unit, { node, offset });
  }
  return { text, places };

  function add(unit: string, place: Place): void {
    const folded = foldForFinding(unit);
    if (folded === ' ' && text.endsWith(' ')) return;
    text += folded;
    for (let count = 0; count < folded.length; count += 1) places.push(place);
  }
}
