import './choices.css';
import { useId } from 'react';

type ChoicesProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; help: string }[];
  value: Value;
  onChoose: (value: Value) => void;
  /** Whether the dialog that it is in begins at what is chosen. */
  autoFocus?: boolean;
};

/** One of a few, below each other, each with what it means. */
export function Choices<Value extends string>({ label, options, value, onChoose, autoFocus }: ChoicesProps<Value>) {
  const id = useId();
  return (
    <div className="choices" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={id}
            checked={option.value === value}
            data-autofocus={(autoFocus && option.value === value) || undefined}
            aria-describedby={`${id}-${option.value}`}
            onChange={() => onChoose(option.value)}
          />
          <span>{option.label}</span>
          <small id={`${id}-${option.value}`}>{option.help}</small>
        </label>
      ))}
    </div>
  );
}
