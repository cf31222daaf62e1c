import { isTyping } from './is-typing.ts';

/** Whether keys belong to something else than the page: a text that is being written, or what is open over the page. */
export function isKeyTaken({ target }: { target: EventTarget | null }): boolean {
  return isTyping(target) || document.querySelector('dialog[open]') !== null;
}
