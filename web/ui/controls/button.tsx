import './button.css';
import type { ComponentProps, MouseEvent } from 'react';

type ButtonStyle = {
  variant?: 'primary' | 'plain' | 'quiet' | 'quiet-danger' | 'danger';
  compact?: boolean;
  icon?: boolean;
  wide?: boolean;
};

/** The class names of a control that looks like a button: for links, which `Button` is not. */
export function buttonClass({ variant = 'plain', compact, icon, wide }: ButtonStyle = {}): string {
  return ['btn', `btn--${variant}`, compact && 'btn--compact', icon && 'btn--icon', wide && 'btn--wide']
    .filter(Boolean)
    .join(' ');
}

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { busy?: boolean };

/** A button. `busy` shows that what it started is still running: it takes no further press, and keeps the focus. */
export function Button({ variant, compact, icon, wide, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy ? { 'aria-disabled': true, onClick: swallow } : {})}
      className={[buttonClass({ variant, compact, icon, wide }), className].filter(Boolean).join(' ')}
    >
      {busy ? <span className="spin" aria-hidden="true" /> : null}
      {children}
    </button>
  );
}

/** Enter in a field is a click, too, on the button that submits its form (HTML, section 4.10.21.2). */
function swallow(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}
