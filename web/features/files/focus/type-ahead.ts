import { foldText } from '#contract/names/natural-order.ts';

/** Letters that follow one another within this time are the beginning of one name, in milliseconds. */
const pauseMs = 1000;

/** The names of a page, in their order. */
export type Names = { count: number; at: (index: number) => string };

type Typed = {
  character: string;
  /** When it was typed, in milliseconds. */
  time: number;
  /** The entry that has the focus. */
  from: number;
};

/** Finds entries by the beginning of their names, while these are typed, without regard to case and accents. */
export function createTypeAhead() {
  let text = '';
  let last = Number.NEGATIVE_INFINITY;

  return {
    /** Whether what is typed at this time continues a name. */
    isWithin: (time: number): boolean => text !== '' && time - last < pauseMs,

    /**
     * The next entry whose name begins with what was typed; undefined if there is none. The same letter again goes to the
     * next name with it.
     */
    type({ character, time, from }: Typed, names: Names): number | undefined {
      text = this.isWithin(time) ? text + character : character;
      last = time;
      const letters = Array.from(foldText(text));
      const isRepeated = letters.every((letter) => letter === letters[0]);
      const start = isRepeated ? (letters[0] ?? '') : letters.join('');
      // A longer beginning may still be that of the entry that was found.
      const first = isRepeated ? from + 1 : from;
      for (let step = 0; step < names.count; step += 1) {
        const at = (first + step) % names.count;
        if (foldText(names.at(at)).startsWith(start)) return at;
      }
      return undefined;
    },
  };
}
