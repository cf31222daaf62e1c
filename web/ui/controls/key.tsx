import './key.css';
import type { ComponentProps } from 'react';

/** Apple's keyboards have ⌘ where others have Ctrl. */
const control = /^(Mac|iPhone|iPad)/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** A key of the keyboard, or several that are pressed together: "Ctrl K" is what this device prints on them. */
export function Key({ children, ...props }: ComponentProps<'kbd'> & { children: string }) {
  return (
    <kbd className="key" {...props}>
      {children.replace('Ctrl', control)}
    </kbd>
  );
}
