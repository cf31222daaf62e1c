/** A value that must be present; its absence is a bug. `what` names it in the error. */
export function required<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new Error(`Missing: ${what}`);
  return value;
}
