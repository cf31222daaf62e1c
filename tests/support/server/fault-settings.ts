/**
 * How much a test with random faults does. `npm run faults -- <name> --kills 200` sets KEEPSAKE_FAULT_KILLS; without it
 * the test does its short form.
 */
export function faultSetting(option: string, short: number): number {
  const value = Number(process.env[`KEEPSAKE_FAULT_${option.toUpperCase()}`] ?? short);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${option} takes a whole number.`);
  return value;
}

/** What decides each choice of the run: the one that was given, else another one each time. The test prints it. */
export function faultSeed(): number {
  return faultSetting('seed', Math.floor(Math.random() * 1_000_000));
}
