import { isKeyTaken } from '#web/ui/browser/is-key-taken.ts';

/** Clicks, or focuses if it is a search field, the element that has the pressed key as its `aria-keyshortcuts`. */
export function clickShortcut(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
  if (event.key.length !== 1 || isKeyTaken(event)) return;
  const element = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (element === null) return;
  event.preventDefault();
  if (element instanceof HTMLInputElement && element.type === 'search') element.focus();
  else element.click();
}
