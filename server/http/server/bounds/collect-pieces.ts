/** Well below what the collector itself lets lie around outside its heap, 32 to 64 MiB. */
const collectedBytes = 16 * 1024 ** 2;

let passedBytes = 0;

/**
 * To be told of each piece of a body that passes. Pieces lie outside the heap, and the collector hardly sees how much memory
 * those hold that nobody needs any more: without this it came so late that 1 GiB up cost half as much again. It is there when
 * Node runs with --expose-gc, as `npm start` does.
 */
export function piecePassed(bytes: number): void {
  passedBytes += bytes;
  if (passedBytes < collectedBytes) return;
  passedBytes = 0;
  globalThis.gc?.({ type: 'minor' });
}
