import './breadcrumbs.css';
import { Link } from 'react-router';
import type { Ancestor } from '#contract/entries.ts';
import { BoxIcon } from '../../ui/icons/icons.tsx';

/** The way from Root to the folder one is in. `name` is undefined in Root. */
export function Breadcrumbs({ path, name }: { path: readonly Ancestor[]; name?: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="crumbs">
        <li>
          <Link to="/task" aria-current={name === undefined ? 'page' : undefined}>
            <BoxIcon className="ic--16" />
            Root
          </Link>
        </li>
        {path.map((ancestor) => (
          <li key={ancestor.id}>
            <Link to={`/folder/${ancestor.id}`}>{ancestor.name}</Link>
          </li>
        ))}
        {name === undefined ? null : (
          <li>
            <span aria-current="page">{name}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}
