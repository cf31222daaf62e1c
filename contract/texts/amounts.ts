/** Amounts as they are told to people. */

/** So many of a thing: `1 file`, `1,200 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A size in bytes for people to read, in steps of 1000: "640 kB", "4.2 MB". */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const { value, unit, digits } = measured(bytes);
  return `${value.toFixed(digits)} ${units[unit]}`;
}

/** How much of a size in bytes there is already, in the unit of the whole; GB move slowly and have a decimal: "48 of 315 MB". */
export function partText(bytes: number, wholeBytes: number): string {
  const { value, unit, digits: usual } = measured(wholeBytes);
  const digits = unit > 2 ? 1 : usual;
  return `${(bytes / 1000 ** unit).toFixed(digits)} of ${value.toFixed(digits)} ${units[unit]}`;
}

/** In the largest unit in which it is at least 1. */
function measured(bytes: number): { value: number; unit: number; digits: number } {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return { value, unit, digits: unit > 1 && value < 9.95 ? 1 : 0 };
}
