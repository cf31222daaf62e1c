import './breadcrumbs.css';
import { Link } from 'react-router';
import { visibleName } from '#contract/names/names.ts';
import type { Ancestor } from '#contract/records/entries.ts';
import { dropTarget } from '#web/ui/controls/drop-target.ts';
import { BoxIcon } from '#web/ui/icons/icons.tsx';

/** The path from Root to the current folder. `name` is undefined in Root. */
export function Breadcrumbs({ path, name }: { path: readonly Ancestor[]; name?: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="crumbs">
        <li>
          <Link
            to="/task"
            aria-current={name === undefined ? 'page' : undefined}
            {...dropTarget({ id: null, name: 'Root' })}
          >
            <BoxIcon className="ic--16" />
            Root
          </Link>
        </li>
        {path.map((ancestor) => (
          <li key={ancestor.id}>
            <Link to={`/folder/${ancestor.id}`} data-tooltip={tooltipOf(ancestor.name)} {...dropTarget(ancestor)}>
              <Name name={ancestor.name} />
            </Link>
          </li>
        ))}
        {name === undefined ? null : (
          <li>
            <span aria-current="page" data-tooltip={tooltipOf(name)}>
              <Name name={name} />
            </span>
          </li>
        )}
      </ol>
    </nav>
  );
}

function Name({ name }: { name: string }) {
  return (
    <span className="crumbs__name" dir="auto">
      {visibleName(name)}
    </span>
  );
}

/** Longer names may be cut on a phone, in characters. */
const longName = 24;

function tooltipOf(name: string): string | undefined {
  return name.length > longName ? visibleName(name) : undefined;
}
