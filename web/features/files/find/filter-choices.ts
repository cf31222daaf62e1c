import { kindWords } from '../pictures/kind-words.ts';
import { between } from './search-filters.ts';

export type FilterChoice = {
  /** In the address. */
  name: string;
  label: string;
  any: string;
  options: Record<string, string>;
  /** What is chosen with the last of the options. */
  ends?: readonly { name: string; label: string; type: 'date' | 'number'; unit?: string }[];
};

/** What is found can be narrowed by these. */
export const filterChoices: readonly FilterChoice[] = [
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

/** The values of the address when a filter gets another one; an empty one takes it away, with its ends. */
export function chosen({ name, ends = [] }: FilterChoice, value: string): Record<string, string> {
  return { [name]: value, ...Object.fromEntries(ends.map((end) => [end.name, ''])) };
}

/** The filters that an address has on, each with what is chosen of it. */
export function filtersOn(params: URLSearchParams): { filter: FilterChoice; text: string }[] {
  return filterChoices.flatMap((filter) => {
    const text = filter.options[params.get(filter.name) ?? ''];
    return text === undefined ? [] : [{ filter, text: text.replace('…', '') }];
  });
}
