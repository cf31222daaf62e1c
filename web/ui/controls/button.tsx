import './button.css';
import type { ComponentProps } from 'react';

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

/** A button. `busy` shows that what it started is still running and takes no further press. */
export function Button({ variant, compact, icon, wide, busy, className, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      className={[buttonClass({ variant, compact, icon, wide }), className].filter(Boolean).join(' ')}
    >
      {busy ? <span className="spin" aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
