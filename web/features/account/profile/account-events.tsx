import { useEffect, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import { deviceName } from '#contract/device-name.ts';
import { visibleName } from '#contract/names/names.ts';
import type { AccountEvent } from '#contract/records/account-events.ts';
import { momentText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { errorHelp } from '../login/account-error.ts';

/** How many are shown before somebody asks for all. */
const fewEvents = 5;

/** What happened with the account, the last first, so that people notice what they did not do. */
export function AccountEvents({ api }: { api: Pick<ApiClient, 'account'> }) {
  const [events, setEvents] = useState<AccountEvent[]>();
  const [failure, setFailure] = useState<unknown>();
  const [showsAll, setShowsAll] = useState(false);

  useEffect(() => {
    api.account.events().then((answer) => setEvents(answer.events), setFailure);
  }, [api]);

  return (
    <section
      className="profile__section"
      aria-labelledby="account-events"
      aria-busy={events === undefined && failure === undefined}
    >
      <h2 id="account-events">Account activity</h2>
      <p className="mt-2 text-14 text-ink-2">
        If something here was not you, reset your password: that logs out every device and revokes every app password.
      </p>
      {failure === undefined ? null : (
        <Notice tone="bad" icon={<WarningIcon />} title="That did not work.">
          {errorHelp(failure) ?? 'Try again in a moment.'}
        </Notice>
      )}
      <ul className="mt-2">
        {events?.slice(0, showsAll ? undefined : fewEvents).map((event) => (
          <li className="profile__row profile__row--ruled" key={event.id}>
            <div className="min-w-0">
              <p className="wrap-anywhere">{textOf(event)}</p>
              <p className="meta wrap-anywhere">
                {[momentText(event.at), event.userAgent && deviceName(event.userAgent), event.address]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {events !== undefined && events.length > fewEvents && !showsAll ? (
        <Button variant="quiet" onClick={() => setShowsAll(true)}>
          Show all
        </Button>
      ) : null}
    </section>
  );
}

const texts: Record<AccountEvent['kind'], string> = {
  'sign-up': 'The account was created',
  'log-in': 'Logged in',
  'new-device': 'Logged in on a new device',
  'log-in-failed': 'A log-in failed',
  'log-out': 'Logged out',
  'password-reset': 'The password was changed',
  'app-password-created': 'An app password was created',
  'app-password-revoked': 'An app password was revoked',
  'download-token-created': 'A download link was created',
  'download-token-revoked': 'A download link was revoked',
  export: 'The person who runs this server exported your files',
};

function textOf({ kind, subject }: AccountEvent): string {
  return subject === null ? texts[kind] : `${texts[kind]}: ${visibleName(subject)}`;
}
