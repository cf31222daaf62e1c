import type { ServerReport } from '#contract/records/server-report.ts';

const maxFailure = 500;

type Send<Mail> = (mail: Mail) => Promise<void>;

/** Remembers how the last mails went. */
export function createMailWatch<Mail>({
  kind,
  send,
  now,
}: {
  kind: 'smtp' | 'outbox';
  send: Send<Mail>;
  now: () => number;
}) {
  const state: ServerReport['mail'] = { kind, sentAt: null, failedAt: null, failure: null };
  return {
    state: () => ({ ...state }),
    async send(mail: Mail): Promise<void> {
      try {
        await send(mail);
        Object.assign(state, { sentAt: now(), failedAt: null, failure: null });
      } catch (error) {
        const failure = (error instanceof Error ? error.message : String(error)).slice(0, maxFailure);
        Object.assign(state, { failedAt: now(), failure });
        throw error;
      }
    },
  };
}
