/** How soon it is asked again whether nothing is held any more, in milliseconds. */
const heldMs = 30;

/**
 * Passes items on: the first at once, those that follow it within a pause together, and none while they are held.
 * `flush` passes on what waits. `pauseMs` tells how long the next ones wait.
 */
export function createBursts<Item>(
  pass: (items: readonly Item[]) => void,
  pauseMs: () => number,
  isHeld: () => boolean = () => false,
) {
  let waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    add(items: readonly Item[]) {
      waiting.push(...items);
      if (timer === undefined) inTurn();
    },
    flush: passOn,
    close: () => clearTimeout(timer),
  };

  function inTurn() {
    if (waiting.length > 0 && isHeld()) timer = setTimeout(inTurn, heldMs);
    else passOn();
  }

  function passOn() {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    pass(items);
    timer = setTimeout(inTurn, pauseMs());
  }
}
