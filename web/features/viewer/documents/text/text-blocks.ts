/** Lines of a block, and characters: a browser lays out only the blocks that are near, each at once. */
const maxBlockLines = 200;
const maxBlockCharacters = 8_000;

/** A part of a text: whole lines, or a piece of a line that is too long for one block. */
export type TextBlock = {
  start: number;
  end: number;
  /** The number of its first line, from 1. */
  line: number;
  lines: number;
  /** Whether it goes on with a line that began in an earlier block. */
  isContinued: boolean;
};

/** Divides a text, whose lines end with line feeds, into blocks that follow each other. */
export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let line = 1;
  let isContinued = false;
  for (let start = 0; start < text.length; ) {
    const { end, feeds } = blockFrom(text, start);
    const isCut = text[end - 1] !== '\n';
    blocks.push({ start, end, line, lines: feeds + (isCut ? 1 : 0), isContinued });
    line += feeds;
    isContinued = isCut;
    start = end;
  }
  return blocks;
}

function blockFrom(text: string, start: number): { end: number; feeds: number } {
  const most = Math.min(text.length, start + maxBlockCharacters);
  let end = start;
  for (let feeds = 0; feeds < maxBlockLines; feeds += 1) {
    const feed = text.indexOf('\n', end);
    if (feed === -1 || feed >= most) {
      if (end > start && most < text.length) return { end, feeds };
      return { end: wholeCharacter(text, most), feeds };
    }
    end = feed + 1;
  }
  return { end, feeds: maxBlockLines };
}

/** An end that does not divide the two halves of a character. */
function wholeCharacter(text: string, end: number): number {
  const before = text.charCodeAt(end - 1);
  return end < text.length && before >= 0xd800 && before < 0xdc00 ? end - 1 : end;
}

/** How many rows a block takes about, where lines are wrapped at so many characters. */
export function estimatedRows({ start, end, lines }: TextBlock, perRow: number): number {
  return Math.max(lines, Math.ceil((end - start) / perRow));
}

/** How many lines a text has: one that ends with a line feed has none after it. */
export function countLines(blocks: readonly TextBlock[]): number {
  const last = blocks.at(-1);
  return last === undefined ? 0 : last.line + last.lines - 1;
}

/** The characters of the longest line of a block. */
export function longestLine(text: string, { start, end }: TextBlock): number {
  let longest = 0;
  for (let at = start; at < end; ) {
    const feed = text.indexOf('\n', at);
    const lineEnd = feed === -1 ? end : Math.min(feed, end);
    longest = Math.max(longest, lineEnd - at);
    at = lineEnd + 1;
  }
  return longest;
}
