/** Control characters, line ends, and the marks that change the direction of text (Unicode, UAX #9). */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text that a terminal can be given, whoever wrote it: what could move the cursor, change the terminal or disguise a name
 * is shown as its code point, `\u{1b}`.
 */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same for text of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** A value as JSON in which the same characters are escaped; it is still the same value. */
export function printableJson(value: unknown): string {
  return printableJsonText(JSON.stringify(value));
}

/** The same for JSON that is text already, without line ends. */
export function printableJsonText(json: string): string {
  return json.replace(
    unprintable,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
