/** So many names are read at once. */
export const maxNames = 3;

/** Names as a text: the first of them, and how many more there are. */
export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ');
  const more = names.length - maxNames;
  return more > 0 ? `${shown} and ${more.toLocaleString('en')} more` : shown;
}
