const states = ['hover', 'focus', 'focus-visible', 'active'];

/**
 * Makes every rule for a state also apply inside an element with `data-state`: `.btn:hover` also for what is in
 * `data-state="hover"`. A page cannot hover an element itself. Changes the style sheets of the page as they are now.
 */
export function forceStates(): void {
  for (const sheet of document.styleSheets) addTo(sheet);
}

function addTo(group: CSSStyleSheet | CSSGroupingRule): void {
  for (let at = group.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = group.cssRules[at];
    if (rule instanceof CSSGroupingRule) addTo(rule);
    if (!(rule instanceof CSSStyleRule)) continue;
    const selector = forced(rule.selectorText);
    if (selector !== undefined) group.insertRule(`${selector} { ${rule.style.cssText} }`, at + 1);
  }
}

/** `.btn:hover` becomes `[data-state="hover"] .btn`; undefined when the rule is for no state, or for more than that. */
function forced(selector: string): string | undefined {
  const [state, ...more] = states.filter((name) => endsWith(name).test(selector));
  if (state === undefined || more.length > 0 || /data-state|:not|:has/.test(selector)) return undefined;
  const inside = `[data-state="${state === 'focus-visible' ? 'focus' : state}"]`;
  const parts = selector.replaceAll(endsWith(state), '').split(',');
  return parts.map((part) => `${inside} ${part.trim() || ':is(a, button, input)'}`).join(', ');
}

function endsWith(state: string): RegExp {
  return new RegExp(`:${state}(?![\\w-])`, 'g');
}
