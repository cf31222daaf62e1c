import './order.css';
import type { RefObject } from 'react';
import { FilterIcon } from '#web/ui/icons/icons.tsx';

type FilterFieldProps = {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (text: string) => void;
  disabled: boolean;
};

/** Narrows a folder to the names that contain what is typed; Esc empties it. */
export function FilterField({ ref, value, onChange, disabled }: FilterFieldProps) {
  return (
    <label className="filter-field">
      <FilterIcon />
      <input
        className="input"
        ref={ref}
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
