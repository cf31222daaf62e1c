import type { FileErrorCode } from '../file-errors.ts';
import { maxNameBytes } from '../limits.ts';
import { graphemesOf } from './graphemes.ts';

/** Names of this many graphemes or fewer are shown whole (specification, section 9). */
export const shownWholeGraphemes = 9;
/** Longer names are shown as this many graphemes and an ellipsis (specification, section 9). */
export const shownCutGraphemes = 8;

/**
 * The error code for an invalid folder or file name, or undefined if it is valid.
 * A name is any Unicode text of 1 to 255 bytes that is not blank, contains no slash or NUL, and is neither "." nor "..".
 */
export function nameProblem(name: string): FileErrorCode | undefined {
  if (name.trim() === '') return 'name-empty';
  if (!name.isWellFormed()) return 'name-not-text';
  if (name === '.' || name === '..') return 'name-reserved';
  if (name.includes('/')) return 'name-has-slash';
  if (name.includes('\0')) return 'name-has-nul';
  if (utf8Length(name) > maxNameBytes) return 'name-too-long';
  return undefined;
}

/** The key by which names are compared: NFC. Names that differ by case or width are different names. */
export function nameKey(name: string): string {
  return name.normalize('NFC');
}

/** Equal for names that one folder of Windows or macOS cannot hold together: NFC, case-folded. */
export function foldedName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Controls, line ends, and what embeds, overrides or isolates the direction of text (Unicode, UAX #9). */
const disguising = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** A name as people see it: what has no sign of its own and could disguise the rest is shown as U+FFFD, one for each. */
export function visibleName(name: string): string {
  return name.replace(disguising, '\ufffd');
}

/**
 * A name as a tile shows it (specification, section 9): the first 8 graphemes of a name that has 10 or more.
 * `cut`: an ellipsis follows `text`.
 */
export function shownName(name: string): { text: string; cut: boolean } {
  const visible = visibleName(name);
  const graphemes = Array.from(graphemesOf(visible), ({ segment }) => segment);
  if (graphemes.length <= shownWholeGraphemes) return { text: visible, cut: false };
  return { text: graphemes.slice(0, shownCutGraphemes).join(''), cut: true };
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
