import { sizeText } from '#contract/texts/amounts.ts';

const count = new Intl.NumberFormat('en-GB');

/** "4.2 MB (4,404,019 bytes)". */
export function exactSize(bytes: number): string {
  return bytes < 1000 ? sizeText(bytes) : `${sizeText(bytes)} (${count.format(bytes)} bytes)`;
}
