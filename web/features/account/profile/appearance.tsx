import { useSyncExternalStore } from 'react';
import { Choice } from '#web/ui/controls/choice.tsx';
import { chooseTheme, chosenTheme, onThemeChange } from '#web/ui/theme/theme.ts';

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The theme of this browser. */
export function Appearance() {
  const theme = useSyncExternalStore(onThemeChange, chosenTheme);
  return (
    <section className="profile__section">
      <h2>Theme</h2>
      <div className="profile__row">
        <span className="text-14 text-ink-2">Light, dark, or the same as your device</span>
        <Choice label="Theme" options={themes} value={theme} onChoose={chooseTheme} />
      </div>
    </section>
  );
}
