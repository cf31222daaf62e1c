/** A press that lasts longer is no click any more, in milliseconds. */
const longestMs = 1000;

let since = Number.NEGATIVE_INFINITY;

/** Whether the mouse or a finger is pressing something right now: what moves away until it is let go misses the click. */
export function isPressed(): boolean {
  return performance.now() - since < longestMs;
}

/** From then on it is known; calling it again changes nothing. */
export function watchPresses(): void {
  addEventListener('pointerdown', press, true);
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, letGo, true);
}

function press() {
  since = performance.now();
}

function letGo() {
  since = Number.NEGATIVE_INFINITY;
}
