import './choice.css';
import { type ReactNode, useId } from 'react';

type ChoiceProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; icon?: ReactNode; shortcut?: string }[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** One of a few, side by side. */
export function Choice<Value extends string>({ label, options, value, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <div className="choice" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            className="sr-only"
            type="radio"
            name={name}
            checked={option.value === value}
            aria-keyshortcuts={option.shortcut}
            onChange={() => onChoose(option.value)}
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  );
}
