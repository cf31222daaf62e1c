type StageChoiceProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** Buttons beside each other, of which one is pressed. */
export function StageChoice<Value extends string>({ label, options, value, onChoose }: StageChoiceProps<Value>) {
  return (
    <div className="stage-choice" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
