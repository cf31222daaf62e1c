import './icon.css';
import type { ReactNode } from 'react';

/**
 * The frame of every icon: a line of even width in the colour of the text. Icons are hidden from screen readers; a word
 * says the same.
 */
export function Icon({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <svg className={`ic ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}
