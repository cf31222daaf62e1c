/** The names that a thing gets whose own name is taken, as the contract says: `a.txt`, `a (word).txt`, `a (word 2).txt` … */
export function freeVariant(wanted: Wanted, word: string, isFree: (name: string) => boolean): string {
  return firstFree(wanted, (n) => (n === 1 ? word : `${word} ${n}`), isFree);
}

/** The same with numbers: `a.txt`, `a (2).txt`, `a (3).txt` … */
export function freeNumbered(wanted: Wanted, isFree: (name: string) => boolean): string {
  return firstFree(wanted, (n) => String(n + 1), isFree);
}

type Wanted = { name: string; kind: 'folder' | 'file' };

function firstFree({ name, kind }: Wanted, word: (n: number) => string, isFree: (name: string) => boolean): string {
  const dot = kind === 'file' ? name.lastIndexOf('.') : -1;
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let n = 0; ; n += 1) {
    const variant = n === 0 ? name : `${stem} (${word(n)})${ending}`;
    if (isFree(variant)) return variant;
  }
}
