/**
 * From now on the browser's Back closes the topmost dialog instead of leaving the page, as Esc does. A dialog that is a page of its
 * own (`data-page`) has its own place in the history. Where the browser does not let a page hold Back, which it does once for
 * each click or key, it leads back as ever. On Android, Chromium closes dialogs without this.
 */
export function closeOnBack(): void {
  // More than once it is the same listener.
  window.navigation?.addEventListener('navigate', onNavigate);
}

function onNavigate(event: NavigateEvent) {
  const { navigationType, userInitiated, cancelable, destination } = event;
  const top = [...document.querySelectorAll('dialog:modal')].at(-1);
  const isBack = navigationType === 'traverse' && destination.index < (navigation.currentEntry?.index ?? 0);
  if (!isBack || !userInitiated || !cancelable || top === undefined || top.matches('[data-page]')) return;
  event.preventDefault();
  top.dispatchEvent(new Event('cancel', { cancelable: true }));
}
