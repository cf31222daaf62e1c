/** The names that a thing gets whose own name is taken, as the contract says: `a.txt`, `a (word).txt`, `a (word 2).txt` … */
export function freeVariant(
  { name, kind }: { name: string; kind: 'folder' | 'file' },
  word: string,
  isFree: (name: string) => boolean,
): string {
  const dot = kind === 'file' ? name.lastIndexOf('.') : -1;
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let n = 0; ; n += 1) {
    const variant = n === 0 ? name : `${stem} (${n === 1 ? word : `${word} ${n}`})${ending}`;
    if (isFree(variant)) return variant;
  }
}
