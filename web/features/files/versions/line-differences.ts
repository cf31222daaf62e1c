/** A line of one of two texts, and whether the other one lacks it. */
export type ComparedLine = { text: string; isOther: boolean };

/** Beyond so many pairs of lines, all that lies between the common beginning and the common end counts as other. */
const maxPairs = 1_000_000;

/** The lines of two texts; those that are not part of their longest common sequence of lines are marked. */
export function lineDifferences(one: string, two: string): [ComparedLine[], ComparedLine[]] {
  const [first, second] = [one.split(/\r?\n/), two.split(/\r?\n/)];
  const least = Math.min(first.length, second.length);
  let start = 0;
  while (start < least && first[start] === second[start]) start += 1;
  let end = 0;
  while (end < least - start && first.at(-1 - end) === second.at(-1 - end)) end += 1;
  const middle = (lines: string[]) => lines.slice(start, lines.length - end);
  const [left, right] = commonLines(middle(first), middle(second));
  const mark = (lines: string[], common: Set<number>) =>
    lines.map((text, i) => ({ text, isOther: i >= start && i < lines.length - end && !common.has(i - start) }));
  return [mark(first, left), mark(second, right)];
}

/** The indexes of the lines of a longest common sequence, in both. */
function commonLines(one: string[], two: string[]): [Set<number>, Set<number>] {
  const [left, right] = [new Set<number>(), new Set<number>()];
  if (one.length * two.length > maxPairs) return [left, right];
  const width = two.length + 1;
  // The length of the longest common sequence of what follows, for each pair.
  const lengths = new Uint32Array((one.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = two.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = one[i] === two[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  for (let i = 0, j = 0; i < one.length && j < two.length; )
    if (one[i] === two[j]) {
      left.add(i);
      right.add(j);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  return [left, right];
}
