/** The names of prepared statements, by their SQL. There are as many as the code has. */
const names = new Map<string, string>();

/** Gives a statement a name under which a database may keep its plan. */
export function nameStatement(sql: string): void {
  if (!names.has(sql)) names.set(sql, `prepared_${names.size}`);
}

/** Undefined for a statement that has none. */
export function nameOfStatement(sql: string): string | undefined {
  return names.get(sql);
}
