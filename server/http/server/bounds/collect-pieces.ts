/** Well below the 32 to 64 MiB that the collector itself lets lie around outside V8's heap. */
const collectedBytes = 16 * 1024 ** 2;

let passedBytes = 0;

/**
 * To be told of each piece of a body that passes. Pieces lie outside V8's heap, and the collector hardly sees how much memory
 * those hold that nobody needs any more: without this it came so late that 1 GiB up cost a third more. It can be called when Node
 * runs with --expose-gc, as in `npm start`.
 */
export function piecePassed(bytes: number): void {
  passedBytes += bytes;
  if (passedBytes < collectedBytes) return;
  passedBytes = 0;
  globalThis.gc?.({ type: 'minor' });
}
