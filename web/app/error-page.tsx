import { Link, useRouteError } from 'react-router';
import { FallenLabel } from '#web/ui/brand/drawings.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/surfaces/empty-state.tsx';

/** Stands in for a page that could not be loaded or rendered. */
export function ErrorPage() {
  const error = useRouteError();
  return (
    <main className="m-auto p-8" id="main">
      <title>Something went wrong · Keepsake</title>
      <EmptyState
        isPage
        drawing={<FallenLabel />}
        title="This page could not be opened."
        text="Your files are safe. Reload the page; there may be a newer version of it."
      >
        {error instanceof Error ? <p className="meta mb-6 wrap-anywhere">{error.message}</p> : null}
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        <Link className="link ml-4" to="/">
          Home
        </Link>
      </EmptyState>
    </main>
  );
}
