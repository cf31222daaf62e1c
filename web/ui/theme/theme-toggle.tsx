import { useSyncExternalStore } from 'react';
import { Button } from '../controls/button.tsx';
import { MoonIcon, SunIcon } from '../icons/icons.tsx';
import { chooseTheme, onThemeChange, seenTheme } from './theme.ts';

/** Changes between the light and the dark album. */
export function ThemeToggle() {
  const seen = useSyncExternalStore(onThemeChange, seenTheme);
  return (
    <Button
      look="quiet"
      icon
      aria-label="Change theme"
      title="Change theme"
      onClick={() => chooseTheme(seen === 'dark' ? 'light' : 'dark')}
    >
      {seen === 'dark' ? <MoonIcon /> : <SunIcon />}
    </Button>
  );
}
