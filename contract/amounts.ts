/** Amounts as the commands, and mails about them, tell them to people. */

/** So many of a thing: `1 file`, `2 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const units = ['MB', 'GB', 'TB', 'PB'];

/** A size in bytes, in the largest unit in which it is at least 1, but MB for what is smaller: `0.0 MB`, `1.5 TB`. */
export function sizeWithUnit(bytes: number): string {
  let [value, unit] = [bytes / 1000 ** 2, 0];
  while (value >= 999.95 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${value.toFixed(1)} ${units[unit]}`;
}
