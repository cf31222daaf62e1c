import { memo, useId } from 'react';
import { Link } from 'react-router';
import type { Folder } from '#contract/entries.ts';
import { ShownName } from './shown-name.tsx';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** A child folder: a box with a paper label. The full name is the accessible name and the tooltip. */
export const FolderTile = memo(function FolderTile({ folder }: { folder: Folder }) {
  const id = useId();
  return (
    <li className="tile">
      <span className="tile__stage" aria-hidden="true">
        <span className="thing box">
          <span className="box__back" />
          <span className="box__front">
            <span className="label">
              <ShownName name={folder.name} />
            </span>
          </span>
        </span>
      </span>
      <Link
        className="tile__link"
        to={`/folder/${folder.id}`}
        title={folder.name}
        aria-label={folder.name}
        aria-describedby={id}
      />
      <div className="tile__cap">
        <span className="meta" id={id}>
          Folder of {day.format(folder.createdAt)}
        </span>
      </div>
    </li>
  );
});

/** The folder one is in: the only box in green cloth. */
export function HereTile({ name }: { name: string }) {
  return (
    <li className="tile">
      <span className="tile__stage" aria-hidden="true">
        <span className="box box--here">
          <span className="box__back" />
          <span className="box__front">
            <span className="label" title={name}>
              <ShownName name={name} />
            </span>
          </span>
        </span>
      </span>
      <div className="tile__cap">
        <span className="meta">
          <span className="sr-only">{name}: </span>You are here
        </span>
      </div>
    </li>
  );
}
