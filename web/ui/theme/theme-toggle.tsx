import { useSyncExternalStore } from 'react';
import { Button } from '../controls/button.tsx';
import { MoonIcon, SunIcon } from '../icons/icons.tsx';
import { chooseTheme, onThemeChange, shownTheme } from './theme.ts';

/** Switches between the light and the dark theme. */
export function ThemeToggle() {
  const shown = useSyncExternalStore(onThemeChange, shownTheme);
  return (
    <Button
      variant="quiet"
      icon
      aria-label="Change theme"
      title="Change theme"
      onClick={() => chooseTheme(shown === 'dark' ? 'light' : 'dark')}
    >
      {shown === 'dark' ? <MoonIcon /> : <SunIcon />}
    </Button>
  );
}
