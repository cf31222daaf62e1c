import { writeLocal } from '../browser/local-storage.ts';

/** The chosen theme, or to follow the system. */
export type Theme = 'system' | 'light' | 'dark';

/** The localStorage key; public/head.js reads it before the first paint. */
const key = 'theme';
const listeners = new Set<() => void>();

export function chosenTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** The theme that is shown: the chosen one, or the system's. */
export function shownTheme(): 'light' | 'dark' {
  const chosen = chosenTheme();
  if (chosen !== 'system') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function chooseTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  writeLocal(key, theme === 'system' ? null : theme);
  for (const listener of listeners) listener();
}

export function onThemeChange(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}
