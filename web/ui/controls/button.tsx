import './button.css';
import type { ComponentProps } from 'react';

type Look = {
  look?: 'primary' | 'plain' | 'quiet' | 'quiet-danger' | 'danger';
  compact?: boolean;
  icon?: boolean;
  wide?: boolean;
};

/** The class names of a control that looks like a button: for links, which `Button` is not. */
export function buttonLook({ look = 'plain', compact, icon, wide }: Look = {}): string {
  return ['btn', `btn--${look}`, compact && 'btn--compact', icon && 'btn--icon', wide && 'btn--wide']
    .filter(Boolean)
    .join(' ');
}

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean };

/** A button. `busy` shows that what it started is still running and takes no further press. */
export function Button({ look, compact, icon, wide, busy, className, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      className={[buttonLook({ look, compact, icon, wide }), className].filter(Boolean).join(' ')}
    >
      {busy ? <span className="spin" aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
