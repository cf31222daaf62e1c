import { type MouseEvent, useLayoutEffect, useRef } from 'react';

/** Nobody reacts sooner to what has just come under the pointer, in milliseconds. */
const reactionMs = 300;

/**
 * Whether a click on an option was meant for it. Options that arrive move the others: one that came under the pointer just
 * before the click is not what was aimed at, unless the pointer moved on it.
 */
export function useAimed(options: readonly string[]) {
  const pointed = useRef<string>(undefined);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const order = options.join();
  useLayoutEffect(() => {
    if (order !== '') movedAt.current = performance.now();
  }, [order]);

  return {
    /** The pointer moved on an option. */
    point(option: string) {
      pointed.current = option;
    },
    // A click without a count comes from a key or an assistive technology, which name the option.
    isAimed: (option: string, { detail }: MouseEvent) =>
      option === pointed.current || detail === 0 || performance.now() - movedAt.current > reactionMs,
  };
}
