import { chosenTheme, onThemeChange } from '#web/ui/theme/theme.ts';

/** Keeps the colour of the browser's own bars in step with the chosen theme. */
export function followThemeColour() {
  onThemeChange(() => {
    const chosen = chosenTheme();
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      const theme = meta.dataset.theme;
      if (chosen === 'system') meta.media = `(prefers-color-scheme: ${theme})`;
      else meta.media = theme === chosen ? 'all' : 'not all';
    }
  });
}
