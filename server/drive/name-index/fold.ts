import { foldText } from '#contract/names/natural-order.ts';

/** One more with each change of how names are folded or taken apart: the index of all accounts is then filled again. */
export const foldVersion = 1;

/** The marks of Hebrew and Arabic vowels. */
const vowels = /[\u05b0-\u05c7\u064b-\u0652]/g;
const plain: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th', ς: 'σ' };
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');
const katakana = /[ァ-ヶ]/g;
/** From a katakana letter to its hiragana. */
const toHiragana = 0x60;

/** A name as it is searched: without regard to case, accents and width; katakana are hiragana. */
export function foldName(name: string): string {
  return foldText(name)
    .replace(vowels, '')
    .replace(special, (letter) => plain[letter] ?? letter)
    .replace(katakana, (letter) => String.fromCharCode(letter.charCodeAt(0) - toHiragana))
    .trim();
}

/** The words of what somebody looks for, folded; each has to be in the name. */
export function termsOf(query: string): string[] {
  return [...new Set(foldName(query).split(/\s+/u))].filter((term) => term !== '');
}
