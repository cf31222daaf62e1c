import { type ReactNode, useState } from 'react';
import type { AdminApi } from '#client/admin-api.ts';
import { ApiError } from '#client/api-error.ts';
import { timeText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PasswordIcon } from '#web/ui/icons/account-icons.tsx';
import { CheckIcon, InfoIcon, SealIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { useConfirmed } from '../../confirm/confirmed-context.ts';
import { errorCode } from '../../login/account-error.ts';
import { useRead } from '../../reading/use-read.ts';
import { adminHelp } from '../admin-error.ts';
import { AdminFailure } from '../admin-failure.tsx';
import { JobsList } from './jobs-list.tsx';
import { type Row, rowsOf, sentenceOf } from './server-words.ts';

/** `/people/server`: how the server is, in one sentence and then in rows; what needs somebody comes first. */
export function ServerRoom({ api }: { api: AdminApi }) {
  const confirmed = useConfirmed();
  const { value: report, failure, retry } = useRead(() => confirmed(() => api.server.report()));

  return (
    <section className="profile__section" aria-label="Server" aria-busy={report === undefined && failure === undefined}>
      <title>Server · Keepsake</title>
      {errorCode(failure) === 'confirmation-needed' && retry ? (
        <Notice
          icon={<PasswordIcon />}
          title="This page needs your password."
          action={
            <Button variant="quiet" compact onClick={() => void retry()}>
              Type it
            </Button>
          }
        />
      ) : (
        <AdminFailure failure={failure} retry={retry} />
      )}
      {report ? (
        <>
          <div className="health__head" data-bad={report.problems.length > 0 || undefined}>
            {report.problems.length > 0 ? <WarningIcon /> : <SealIcon />}
            <div>
              <h2>{sentenceOf(report)}</h2>
              <p className="meta">
                Looked at {timeText(report.at)}. {report.problems.length > 0 ? 'Everything else is well.' : ''}
              </p>
            </div>
          </div>
          <ul className="health">
            {rowsOf(report).map((row) => (
              <HealthRow key={row.name} row={row}>
                {row.isMail ? <TestMail send={() => confirmed(() => api.server.testMail())} /> : null}
              </HealthRow>
            ))}
          </ul>
          <JobsList report={report} />
        </>
      ) : null}
    </section>
  );
}

function HealthRow({ row: { name, text, isBad, isOpen }, children }: { row: Row; children: ReactNode }) {
  return (
    <li data-bad={isBad || undefined} data-open={(isOpen && !isBad) || undefined}>
      {isBad ? <WarningIcon /> : isOpen ? <InfoIcon /> : <CheckIcon />}
      <div className="min-w-0">
        <b>
          {name}
          {isBad ? <span className="sr-only">, needs you</span> : null}
        </b>
        <span className="meta wrap-anywhere">{text}</span>
      </div>
      {children}
    </li>
  );
}

function TestMail({ send }: { send: () => ReturnType<AdminApi['server']['testMail']> }) {
  const [running, setRunning] = useState(false);
  const [outcome, setOutcome] = useState<{ isBad: boolean; title: string; help: string }>();

  async function test() {
    setRunning(true);
    setOutcome(undefined);
    try {
      const { to, kind } = await send();
      setOutcome(
        kind === 'smtp'
          ? { isBad: false, title: `The mail server took a mail to ${to}.`, help: 'Look whether it arrives.' }
          : { isBad: false, title: 'The mail was written to the outbox folder.', help: 'Set SMTP_URL to send mails.' },
      );
    } catch (error) {
      setOutcome({ isBad: true, title: 'The mail was not sent.', help: reasonOf(error) ?? adminHelp(error) });
    }
    setRunning(false);
  }

  return (
    <>
      <Button compact busy={running} onClick={() => void test()}>
        Send a test mail
      </Button>
      {outcome ? (
        <div className="health__outcome">
          <Notice
            tone={outcome.isBad ? 'bad' : 'good'}
            icon={outcome.isBad ? <WarningIcon /> : <CheckIcon />}
            title={outcome.title}
          >
            {outcome.help}
          </Notice>
        </div>
      ) : null}
    </>
  );
}

/** What the mail server said. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'mail-refused') return undefined;
  return (error.data as { reason?: string } | undefined)?.reason;
}
