const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes for people to read, in steps of 1000: "640 kB", "4.2 MB". */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit > 1 && value < 9.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${units[unit]}`;
}
