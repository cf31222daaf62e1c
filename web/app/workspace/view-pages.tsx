import '#web/ui/surfaces/tile.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EntryView } from '#web/features/files/views/entry-view.tsx';
import { InWorkspace } from './in-workspace.tsx';
import { usePage } from './use-page.tsx';
import type { Workspace } from './workspace.ts';

/** `/starred`: what is starred. */
export function StarredPage() {
  return <ViewPage view="starred" />;
}

/** `/recent`: what was added or got new content lately. */
export function RecentPage() {
  return <ViewPage view="recent" />;
}

function ViewPage({ view }: { view: 'starred' | 'recent' }) {
  return <InWorkspace>{(workspace) => <ViewContent view={view} workspace={workspace} />}</InWorkspace>;
}

function ViewContent({ view, workspace }: { view: 'starred' | 'recent'; workspace: Workspace }) {
  const { views, listings } = workspace;
  const query = useInfiniteQuery(views.query(view));
  return <EntryView view={view} listings={listings} query={query} {...usePage(workspace, query)} />;
}
