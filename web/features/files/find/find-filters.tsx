import { useEffect, useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CloseIcon } from '#web/ui/icons/icons.tsx';
import type { Listings } from '../listing/listings.ts';
import { kindWords } from '../pictures/kind-words.ts';

type FindFiltersProps = {
  params: URLSearchParams;
  /** Null takes a filter away. */
  onChange: (name: string, value: string | null) => void;
  onClear: () => void;
  read: Listings['read'];
};

const filters = [
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
    options: { week: 'Last 7 days', month: 'Last 31 days', year: 'Last 366 days' },
  },
  {
    name: 'size',
    label: 'Size',
    any: 'Any size',
    options: { '1mb': 'Over 1 MB', '10mb': 'Over 10 MB', '100mb': 'Over 100 MB', '1gb': 'Over 1 GB' },
  },
  { name: 'starred', label: 'Starred', any: 'Starred or not', options: { '1': 'Starred' } },
];

/** Narrows what is found. */
export function FindFilters({ params, onChange, onClear, read }: FindFiltersProps) {
  const folderId = params.get('in');
  const isFiltered = folderId !== null || filters.some(({ name }) => params.has(name));
  return (
    <div className="find-filters" role="group" aria-label="Filters">
      {filters.map(({ name, label, any, options }) => (
        <select
          key={name}
          aria-label={label}
          value={params.get(name) ?? ''}
          onChange={({ currentTarget: { value } }) => onChange(name, value === '' ? null : value)}
        >
          <option value="">{any}</option>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ))}
      {folderId === null ? null : <InFolder id={folderId} read={read} onRemove={() => onChange('in', null)} />}
      {isFiltered ? (
        <Button variant="quiet" compact onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

function InFolder({ id, read, onRemove }: { id: string; read: Listings['read']; onRemove: () => void }) {
  const [name, setName] = useState('this folder');

  useEffect(() => {
    let left = false;
    read(id).then(
      (folder) => left || setName(visibleName(folder.name)),
      () => {},
    );
    return () => {
      left = true;
    };
  }, [id, read]);

  return (
    <Button compact aria-label={`In ${name}. Find everywhere`} onClick={onRemove}>
      <span dir="auto">In {name}</span>
      <CloseIcon className="ic--16" />
    </Button>
  );
}
