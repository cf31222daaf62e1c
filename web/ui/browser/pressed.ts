/** A press that lasts longer is no click any more, in milliseconds. */
const longestMs = 1000;
/** How soon it is asked again whether something is still pressed, in milliseconds. */
const heldMs = 30;

let since = Number.NEGATIVE_INFINITY;
/** What the last click was on. */
let clicked: Element | null = null;

/** Whether the mouse or a finger is pressing something right now: what moves away until it is let go misses the click. */
export function isPressed(): boolean {
  return performance.now() - since < longestMs;
}

/** The same value, as soon as nothing is pressed. */
export async function whenLetGo<Value>(value: Value): Promise<Value> {
  while (isPressed()) await new Promise((resolve) => setTimeout(resolve, heldMs));
  return value;
}

/**
 * From then on it is known, and the second click of a double click is not for what came under the pointer by the first one, as the
 * next row of a list. Calling it again changes nothing.
 */
export function watchPresses(): void {
  addEventListener('pointerdown', press, true);
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, letGo, true);
  addEventListener('click', click, true);
}

function press() {
  since = performance.now();
}

function letGo() {
  since = Number.NEGATIVE_INFINITY;
}

function click(event: MouseEvent) {
  const control = (event.target as Element).closest('a, button');
  // Toasts come under the pointer, too, and are often closed one after the other.
  if (event.detail === 2 && control !== clicked && control?.closest('main')) {
    event.preventDefault();
    event.stopPropagation();
  }
  clicked = control;
}
