import '#web/ui/surfaces/tile.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { TrashView } from '#web/features/files/trash/trash-view.tsx';
import { InWorkspace } from './in-workspace.tsx';
import { usePage } from './use-page.tsx';
import type { Workspace } from './workspace.ts';

/** `/trash`: what is in Trash, to be restored or deleted forever. */
export function TrashPage() {
  return <InWorkspace>{(workspace) => <TrashContent workspace={workspace} />}</InWorkspace>;
}

function TrashContent({ workspace }: { workspace: Workspace }) {
  const { trash } = workspace;
  const query = useInfiniteQuery(trash.query());
  return <TrashView trash={trash} query={query} {...usePage(workspace, query)} />;
}
