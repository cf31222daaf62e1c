import { useRouteError } from 'react-router';
import { FallenLabel } from '#web/ui/brand/drawings.tsx';
import { Button } from '#web/ui/controls/button.tsx';

/** What stands in for a page that could not be loaded or shown. */
export function Broken() {
  const error = useRouteError();
  return (
    <main className="void m-auto p-8" id="main">
      <title>Something went wrong · Keepsake</title>
      <FallenLabel />
      <div>
        <h1>This page could not be opened.</h1>
        <p className="lead">
          Your things are safe where they were. Load the page again; it may have been renewed meanwhile.
        </p>
        {error instanceof Error ? <p className="meta mt-3 wrap-anywhere">{error.message}</p> : null}
        <div className="mt-6">
          <Button look="primary" onClick={() => location.reload()}>
            Load again
          </Button>
        </div>
      </div>
    </main>
  );
}
