import './switch.css';
import { useId } from 'react';

type SwitchProps = {
  label: string;
  help: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** Something that is on or off, and takes effect at once. */
export function Switch({ label, help, checked, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch-row">
      <span>
        {label}
        <span className="meta" id={id}>
          {help}
        </span>
      </span>
      <input
        className="switch"
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={id}
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}
