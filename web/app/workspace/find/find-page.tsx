import '#web/ui/surfaces/tile.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FindView } from '#web/features/files/find/find-view.tsx';
import { wantedBy } from '#web/features/files/find/search-filters.ts';
import { foundQuery } from '#web/features/files/find/search-query.ts';
import { InWorkspace } from '../in-workspace.tsx';
import { usePage } from '../use-page.tsx';
import type { Workspace } from '../workspace.ts';

/** `/find?q=`: folders and files by their names. */
export function FindPage() {
  return <InWorkspace>{(workspace) => <FindContent workspace={workspace} />}</InWorkspace>;
}

function FindContent({ workspace }: { workspace: Workspace }) {
  const { views, listings } = workspace;
  const [params, setParams] = useSearchParams();
  const [now] = useState(Date.now);
  const wanted = wantedBy(params, now);
  const found = useInfiniteQuery({ ...foundQuery(views, wanted ?? {}), enabled: wanted !== undefined });
  const recent = useInfiniteQuery({ ...views.query('recent'), enabled: wanted === undefined });
  return (
    <FindView
      params={params}
      setParams={useCallback((next: URLSearchParams) => setParams(next, { replace: true }), [setParams])}
      query={wanted && found}
      recent={recent}
      listings={listings}
      {...usePage(workspace, wanted ? found : recent)}
    />
  );
}
