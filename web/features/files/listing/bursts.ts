/**
 * Passes items on: the first at once, those that follow it within a pause together. `flush` passes on what waits.
 * `pauseMs` tells how long the next ones wait.
 */
export function createBursts<Item>(pass: (items: readonly Item[]) => void, pauseMs: () => number) {
  let waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    add(items: readonly Item[]) {
      waiting.push(...items);
      if (timer === undefined) passOn();
    },
    flush: passOn,
    close: () => clearTimeout(timer),
  };

  function passOn() {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    pass(items);
    timer = setTimeout(passOn, pauseMs());
  }
}
