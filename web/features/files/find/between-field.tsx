import { useTyped } from './use-typed.ts';

type BetweenFieldProps = {
  label: string;
  type: 'date' | 'number';
  unit?: string;
  value: string;
  onChange: (value: string) => void;
};

/** One end of what is looked for, as it is typed. */
export function BetweenField({ label, type, unit, value, onChange }: BetweenFieldProps) {
  const [typed, setTyped] = useTyped(value, onChange);
  return (
    <label>
      <span>{label}</span>
      <input
        className="input"
        type={type}
        min={type === 'number' ? 0 : undefined}
        step={type === 'number' ? 'any' : undefined}
        max={type === 'date' ? '9999-12-31' : undefined}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {unit === undefined ? null : <span>{unit}</span>}
    </label>
  );
}
