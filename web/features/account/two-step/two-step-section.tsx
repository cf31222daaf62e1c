import { counted } from '#contract/texts/amounts.ts';
import './two-step.css';
import { lazy, Suspense, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useConfirmed } from '../confirm/confirmed-context.ts';
import { FailureNotice } from '../login/failure-notice.tsx';
import { useRead } from '../reading/use-read.ts';
import { BackupCodes } from './backup-codes.tsx';

const SetUp = lazy(async () => ({ default: (await import('./set-up.tsx')).SetUp }));

/** Two-step login: how it is turned on, and what can be done while it is. */
export function TwoStepSection({ api, email }: { api: Pick<ApiClient, 'account'>; email: string }) {
  const confirmed = useConfirmed();
  const { value: state, failure, retry, running, read, run } = useRead(() => api.account.twoStep.get());
  const [secret, setSecret] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();
  const [asked, setAsked] = useState<'off' | 'codes'>();

  function change(work: () => Promise<unknown>) {
    setAsked(undefined);
    return run(work);
  }

  const begin = () => change(async () => setSecret(await confirmed(() => api.account.twoStep.begin())));
  const turnOff = () =>
    change(async () => {
      await confirmed(() => api.account.twoStep.turnOff());
      setCodes(undefined);
    });
  const makeCodes = () =>
    change(async () => setCodes((await confirmed(() => api.account.twoStep.makeBackupCodes())).backupCodes));

  async function turnedOn(backupCodes: string[]) {
    setSecret(undefined);
    setCodes(backupCodes);
    await read();
  }

  return (
    <section className="profile__section" aria-labelledby="two-step" aria-busy={state === undefined && !failure}>
      <h2 id="two-step">Two-step login</h2>
      <FailureNotice failure={failure} retry={retry} />
      {secret ? (
        <Suspense>
          <SetUp api={api} secret={secret} onDone={turnedOn} onCancel={() => setSecret(undefined)} />
        </Suspense>
      ) : null}
      {codes ? <BackupCodes codes={codes} email={email} onDone={() => setCodes(undefined)} /> : null}
      {state === undefined || secret || codes ? null : state.since === null ? (
        <div className="profile__row">
          <p className="text-14 text-ink-2">
            After the password, Keepsake asks for a code from an app on your phone. A stolen password alone then opens
            nothing.
          </p>
          <Button busy={running} onClick={() => void begin()}>
            Set up two-step login
          </Button>
        </div>
      ) : (
        <div className="profile__row">
          <div className="min-w-0">
            <p>On since {dayText(state.since)}</p>
            <p className="meta">{leftText(state.backupCodes)}</p>
          </div>
          <Button variant="quiet" compact disabled={running} onClick={() => setAsked('codes')}>
            New backup codes
          </Button>
          <Button variant="quiet-danger" compact disabled={running} onClick={() => setAsked('off')}>
            Turn off
          </Button>
        </div>
      )}
      {asked === 'off' ? (
        <ConfirmDialog
          title="Turn off two-step login?"
          confirmLabel="Turn off"
          onConfirm={() => void turnOff()}
          onClose={() => setAsked(undefined)}
        >
          Then your password alone opens your account. The backup codes stop working.
        </ConfirmDialog>
      ) : null}
      {asked === 'codes' ? (
        <ConfirmDialog
          title="Make new backup codes?"
          confirmLabel="Make new codes"
          onConfirm={() => void makeCodes()}
          onClose={() => setAsked(undefined)}
        >
          The codes that you have now stop working.
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

function leftText(count: number): string {
  if (count === 0) return 'No backup codes left';
  return `${counted(count, 'backup code')} left`;
}
