import { useRouteError } from 'react-router';
import { FallenLabel } from '#web/ui/brand/drawings.tsx';
import { Button } from '#web/ui/controls/button.tsx';

/** Stands in for a page that could not be loaded or rendered. */
export function ErrorPage() {
  const error = useRouteError();
  return (
    <main className="void m-auto p-8" id="main">
      <title>Something went wrong · Keepsake</title>
      <FallenLabel />
      <div>
        <h1>This page could not be opened.</h1>
        <p className="lead">Your files are safe. Reload the page; there may be a newer version of it.</p>
        {error instanceof Error ? <p className="meta mt-3 wrap-anywhere">{error.message}</p> : null}
        <div className="mt-6">
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      </div>
    </main>
  );
}
