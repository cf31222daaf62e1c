import { NextIcon } from '#web/ui/icons/icons.tsx';
import { BetweenField } from './between-field.tsx';
import { chosen, filterChoices } from './filter-choices.ts';
import { between } from './search-filters.ts';

type FindFiltersProps = {
  params: URLSearchParams;
  /** An empty value takes a filter away. */
  onChange: (values: Record<string, string>) => void;
};

/** Narrows what is found. */
export function FindFilters({ params, onChange }: FindFiltersProps) {
  return (
    <div className="find-filters" role="group" aria-label="Filters">
      {filterChoices.map((filter) => (
        <div className="find-filter" key={filter.name}>
          <label>
            <span>{filter.label}</span>
            <select
              value={params.get(filter.name) ?? ''}
              onChange={({ currentTarget: { value } }) => onChange(chosen(filter, value))}
            >
              <option value="">{filter.any}</option>
              {Object.entries(filter.options).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
            <NextIcon className="ic--16" />
          </label>
          {filter.ends && params.get(filter.name) === between ? (
            <div className="find-between" role="group" aria-label={filter.label}>
              {filter.ends.map((end) => (
                <BetweenField
                  key={end.name}
                  {...end}
                  value={params.get(end.name) ?? ''}
                  onChange={(value) => onChange({ [end.name]: value })}
                />
              ))}
            </div>
          ) : null}
        </div>
      ))}
    </div>
  );
}
