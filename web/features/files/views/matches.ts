import { foldText } from '#contract/names/natural-order.ts';

export type Part = { text: string; isMatch: boolean };

/** A name in parts: those that the words that were typed match, and the others. Case, accents and width do not count. */
export function partsOf(name: string, typed: string): Part[] {
  const characters = Array.from(name);
  const folded = characters.map(foldText);
  const whole = folded.join('');
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  const spans = words.flatMap((word) => spansOf(whole, word));
  const parts: Part[] = [];
  let at = 0;
  for (const [index, character] of characters.entries()) {
    const end = at + (folded[index]?.length ?? 0);
    const last = parts.at(-1);
    // A mark that is left out when names are compared belongs to the letter before it.
    const isMatch = end === at ? last?.isMatch === true : spans.some((span) => at < span.end && end > span.start);
    if (last?.isMatch === isMatch) last.text += character;
    else parts.push({ text: character, isMatch });
    at = end;
  }
  return parts;
}

function spansOf(whole: string, word: string): { start: number; end: number }[] {
  const spans = [];
  for (let start = whole.indexOf(word); start >= 0; start = whole.indexOf(word, start + word.length))
    spans.push({ start, end: start + word.length });
  return spans;
}
