import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { itemsOf } from '../cache/view-cache.ts';
import { ViewList } from '../views/view-list.tsx';

/** So many of them are shown; the page of recent files has the others. */
const maxShown = 8;

type RecentFilesProps = Pick<
  ComponentProps<typeof ViewList>,
  'query' | 'box' | 'listings' | 'toasts' | 'undo' | 'offline'
>;

/** What was added or changed lately: often that is what somebody is about to look for. */
export function RecentFiles(props: RecentFilesProps) {
  const items = itemsOf(props.query.data);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="recent-files">
      <h2 className="find-recent" id="recent-files">
        Recent files
      </h2>
      <ViewList label="Recent files" items={items.slice(0, maxShown)} {...props} more={null} />
      {items.length > maxShown ? (
        <p className="mt-4">
          <Link className="link" to="/recent">
            All recent files
          </Link>
        </p>
      ) : null}
    </section>
  );
}
