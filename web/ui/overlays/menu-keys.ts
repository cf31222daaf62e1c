/** The place of the item that a key leads to; undefined when the key leads nowhere. `at` is -1 without a focus. */
export function itemAfter(labels: readonly string[], at: number, key: string): number | undefined {
  const count = labels.length;
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (Math.max(at, 0) - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return key.length === 1 && key !== ' ' ? startingWith(labels, at, key) : undefined;
  }
}

/** The next item that begins with a letter; after the last one the search continues at the first. */
function startingWith(labels: readonly string[], at: number, letter: string): number | undefined {
  const wanted = letter.toLocaleLowerCase();
  for (let step = 1; step <= labels.length; step += 1) {
    const next = (at + step) % labels.length;
    if (labels[next]?.trim().toLocaleLowerCase().startsWith(wanted)) return next;
  }
  return undefined;
}
