import { Button } from '#web/ui/controls/button.tsx';
import { CloseIcon } from '#web/ui/icons/icons.tsx';
import type { Listings } from '../listing/listings.ts';
import { chosen, filtersOn } from './filter-choices.ts';
import { InFolder } from './in-folder.tsx';

type FindChipsProps = {
  params: URLSearchParams;
  onChange: (values: Record<string, string>) => void;
  onClear: () => void;
  read: Listings['read'];
};

/** The filters that are on: each is taken away by a click, and all of them by one. */
export function FindChips({ params, onChange, onClear, read }: FindChipsProps) {
  const folderId = params.get('in');
  const on = filtersOn(params);
  if (folderId === null && on.length === 0) return null;
  return (
    <div className="find-chips" role="group" aria-label="Filters that are on">
      {folderId === null ? null : <InFolder id={folderId} read={read} onRemove={() => onChange({ in: '' })} />}
      {on.map(({ filter, text }) => (
        <Button
          compact
          key={filter.name}
          aria-label={`${filter.label}: ${text}. Remove this filter`}
          onClick={() => onChange(chosen(filter, ''))}
        >
          {text}
          <CloseIcon className="ic--16" />
        </Button>
      ))}
      <Button variant="quiet" compact onClick={onClear}>
        Clear filters
      </Button>
    </div>
  );
}
