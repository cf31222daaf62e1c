/** A value that has to be there; its absence is a fault of the program. */
export function required<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new Error(`Missing: ${what}`);
  return value;
}
