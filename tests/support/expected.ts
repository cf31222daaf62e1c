/** Collects lines that should not appear, except those a test said it expects. */
export function createExpectations(kind: string) {
  const allowed: RegExp[] = [];
  let seen: string[] = [];
  return {
    /** From now on lines that match are no complaint. */
    expect(pattern: RegExp): void {
      allowed.push(pattern);
      seen = seen.filter((line) => !pattern.test(line));
    },
    add(line: string): void {
      if (!allowed.some((pattern) => pattern.test(line))) seen.push(line);
    },
    /** The complaints since the last call. */
    take(): string[] {
      const complaints = seen.map((line) => `Unexpected ${kind}: ${line}`);
      seen = [];
      return complaints;
    },
  };
}
