/** Holds things of one kind: when one of them goes, the others are near. */
const groups = 'section, form, ul, table, dialog, [role="group"]';
const controls = 'a[href], button:enabled, input:enabled';

/**
 * What has the focus may go, as a row that is deleted or a bar that closes, and the focus would be at the very beginning: it
 * goes to what stays in its group, else to the entry that Tab reaches, else to the heading of the page. A list that
 * knows which entry is next has moved it before. What is disabled while it works has it again afterwards. A dialog that opened
 * while nothing had it leaves it to nothing again, so that letters are shortcuts of the page as before.
 */
export function keepFocus() {
  /** What has the focus, and all that is around it, from the inside out. */
  let around: HTMLElement[] = [];
  /** Of each dialog, whether nothing had it before. */
  const fromNothing = new WeakMap<HTMLElement, boolean>();
  addEventListener('focusin', (event) => {
    const wasNothing = isNothing();
    around = event.composedPath().filter((one) => one instanceof HTMLElement);
    const dialog = dialogIn(around);
    if (dialog && !fromNothing.has(dialog)) fromNothing.set(dialog, wasNothing);
  });
  // A click beside it takes it away.
  addEventListener('pointerdown', ({ target }) => {
    if (!around[0]?.contains(target as Node)) around = [];
  });
  new MutationObserver((changes) => {
    const [inner] = around;
    // A frame later, as a dialog that closes gives it back itself.
    if (inner?.isConnected === false) requestAnimationFrame(keep);
    // What was disabled while it worked lost it.
    else if (changes.some(({ attributeName, target }) => attributeName && target === inner) && isLost()) inner?.focus();
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });

  /** Nothing has it, or what had it was in a dialog that is gone and leaves it to nothing. */
  function isNothing(): boolean {
    const dialog = dialogIn(around);
    return around.length === 0 || (dialog?.isConnected === false && fromNothing.get(dialog) === true);
  }

  function keep() {
    if (!isLost()) return;
    if (isNothing()) {
      around = [];
      return;
    }
    const group = around.find((one) => one.isConnected && one.matches(groups));
    const entry = document.querySelector<HTMLElement>('#main [data-entry][tabindex="0"]');
    const heading = document.querySelector<HTMLElement>('#main h1');
    if (heading) heading.tabIndex = -1;
    around = [];
    for (const place of [group, ...(group?.querySelectorAll<HTMLElement>(controls) ?? []), entry, heading])
      if (isLost()) place?.focus({ preventScroll: true });
  }
}

function dialogIn(around: readonly HTMLElement[]): HTMLElement | undefined {
  return around.find((one) => one.matches('dialog'));
}

const isLost = () => document.activeElement === document.body;
