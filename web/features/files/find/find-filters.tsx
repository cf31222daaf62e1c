import { Button } from '#web/ui/controls/button.tsx';
import type { Listings } from '../listing/listings.ts';
import { kindWords } from '../pictures/kind-words.ts';
import { BetweenField } from './between-field.tsx';
import { InFolder } from './in-folder.tsx';
import { between } from './search-filters.ts';

type FindFiltersProps = {
  params: URLSearchParams;
  /** An empty value takes a filter away. */
  onChange: (values: Record<string, string>) => void;
  onClear: () => void;
  read: Listings['read'];
};

type Filter = {
  name: string;
  label: string;
  any: string;
  options: Record<string, string>;
  /** What is chosen with the last of the options. */
  ends?: readonly { name: string; label: string; type: 'date' | 'number'; unit?: string }[];
};

const filters: readonly Filter[] = [
  {
    name: 'kind',
    label: 'Kind',
    any: 'Any kind',
    options: { ...kindWords, folder: 'Folders' },
  },
  {
    name: 'changed',
    label: 'Changed',
    any: 'Any time',
    options: { week: 'Last 7 days', month: 'Last 31 days', year: 'Last 366 days', [between]: 'Between two days…' },
    ends: [
      { name: 'from', label: 'From', type: 'date' },
      { name: 'to', label: 'To', type: 'date' },
    ],
  },
  {
    name: 'size',
    label: 'Size',
    any: 'Any size',
    options: {
      '1mb': 'Over 1 MB',
      '10mb': 'Over 10 MB',
      '100mb': 'Over 100 MB',
      '1gb': 'Over 1 GB',
      [between]: 'Between two sizes…',
    },
    ends: [
      { name: 'min', label: 'At least', type: 'number', unit: 'MB' },
      { name: 'max', label: 'At most', type: 'number', unit: 'MB' },
    ],
  },
  { name: 'starred', label: 'Starred', any: 'Starred or not', options: { '1': 'Starred' } },
];

/** Narrows what is found. */
export function FindFilters({ params, onChange, onClear, read }: FindFiltersProps) {
  const folderId = params.get('in');
  const isFiltered = folderId !== null || filters.some(({ name }) => params.has(name));
  return (
    <div className="find-filters" role="group" aria-label="Filters">
      {filters.map(({ name, label, any, options, ends = [] }) => (
        <select
          key={name}
          aria-label={label}
          value={params.get(name) ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ [name]: value, ...Object.fromEntries(ends.map((end) => [end.name, ''])) })
          }
        >
          <option value="">{any}</option>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ))}
      {filters.map(({ name, label, ends }) =>
        ends && params.get(name) === between ? (
          <div className="find-between" role="group" aria-label={label} key={name}>
            {ends.map((end) => (
              <BetweenField
                key={end.name}
                {...end}
                value={params.get(end.name) ?? ''}
                onChange={(value) => onChange({ [end.name]: value })}
              />
            ))}
          </div>
        ) : null,
      )}
      {folderId === null ? null : <InFolder id={folderId} read={read} onRemove={() => onChange({ in: '' })} />}
      {isFiltered ? (
        <Button variant="quiet" compact onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}
