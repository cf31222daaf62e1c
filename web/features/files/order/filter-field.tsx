import './order.css';
import { FilterIcon } from '#web/ui/icons/icons.tsx';

type FilterFieldProps = { value: string; onChange: (text: string) => void; disabled: boolean };

/** Narrows a folder to the names that contain what is typed; Esc empties it. */
export function FilterField({ value, onChange, disabled }: FilterFieldProps) {
  return (
    <label className="filter-field">
      <FilterIcon />
      <input
        className="input"
        type="search"
        placeholder="Filter this folder"
        aria-label="Filter this folder"
        aria-keyshortcuts="f"
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
    </label>
  );
}
