import { isTyping } from './is-typing.ts';

/**
 * Whether keys belong to something else than the page: a text that is being written, or what is open over the page. With
 * `inPages` a dialog that is a page of its own (`data-page`) leaves them to whoever asks.
 */
export function isKeyTaken({ target }: { target: EventTarget | null }, { inPages = false } = {}): boolean {
  const over = inPages ? 'dialog[open]:not([data-page])' : 'dialog[open]';
  return isTyping(target) || document.querySelector(over) !== null;
}
