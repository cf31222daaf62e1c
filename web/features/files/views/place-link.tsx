import './place-link.css';
import { Link } from 'react-router';
import type { Ancestor } from '#contract/entries.ts';
import { visibleName } from '#contract/names.ts';

/** Where an entry is, as a link to that folder: "Root, Family, Summer at the lake". */
export function PlaceLink({ path, tabIndex }: { path: readonly Ancestor[]; tabIndex?: number }) {
  const last = path.at(-1);
  return (
    <Link className="view__place" to={last ? `/folder/${last.id}` : '/task'} tabIndex={tabIndex}>
      {['Root', ...path.map(({ name }) => visibleName(name))].join(', ')}
    </Link>
  );
}
