import './key.css';
import type { ComponentProps } from 'react';

/** A key of the keyboard, or several that are pressed together. */
export function Key(props: ComponentProps<'kbd'>) {
  return <kbd className="key" {...props} />;
}
