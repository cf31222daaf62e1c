import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import type { LeavingApi } from './leaving-api.ts';

const TakeEverything = lazy(async () => ({ default: (await import('./take-everything.tsx')).TakeEverything }));
const CloseAccount = lazy(async () => ({ default: (await import('./close-account.tsx')).CloseAccount }));

/** The ways out: everything as one download, and the end of the account. */
export function LeavingSection({ api, email }: { api: LeavingApi; email: string }) {
  const [open, setOpen] = useState<'take' | 'close'>();
  const close = () => setOpen(undefined);
  return (
    <section className="profile__section" aria-labelledby="leaving">
      <h2 id="leaving">Leaving</h2>
      <div className="profile__row profile__row--ruled">
        <div className="min-w-0">
          <p>Take everything with you</p>
          <p className="meta">One archive with all folders and files, and what Keepsake knows of them</p>
        </div>
        <Button compact onClick={() => setOpen('take')}>
          Download all
        </Button>
      </div>
      <div className="profile__row">
        <div className="min-w-0">
          <p>Close this account</p>
          <p className="meta">Everything waits 14 days, then it is deleted for good</p>
        </div>
        <Button variant="quiet-danger" compact onClick={() => setOpen('close')}>
          Close this account
        </Button>
      </div>
      <Suspense>
        {open === 'take' ? <TakeEverything api={api} onClose={close} /> : null}
        {open === 'close' ? (
          <CloseAccount api={api} email={email} onTake={() => setOpen('take')} onClose={close} />
        ) : null}
      </Suspense>
    </section>
  );
}
