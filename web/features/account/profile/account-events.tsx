import { useId } from 'react';
import type { ApiClient } from '#client/api.ts';
import { visibleName } from '#contract/names/names.ts';
import type { AccountEvent, AccountEventList } from '#contract/records/account-events.ts';
import { deviceName } from '#contract/texts/device-name.ts';
import { momentText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FailureNotice } from '../login/failure-notice.tsx';
import { useAccountEvents } from './use-account-events.ts';

type Api = Pick<ApiClient, 'account'>;

/** What happened with the account, so that people notice what they did not do. */
export function AccountEvents({ api }: { api: Api }) {
  return (
    <section className="profile__section" aria-labelledby="account-events">
      <h2 id="account-events">Account activity</h2>
      <p className="mt-2 text-14 text-ink-2">
        If something here was not you, reset your password: that logs out every device and revokes every app password.
      </p>
      <Events api={api} list="account" />
      <Events api={api} list="failed-log-ins" title="Failed log-ins" />
    </section>
  );
}

/** A list of events, the last first. One with a title is shown only if there are any. */
function Events({ api, list, title }: { api: Api; list: AccountEventList; title?: string }) {
  const { events, hasMore, isReading, failure, retry, readMore } = useAccountEvents(api, list);
  const titleId = useId();
  if (title !== undefined && events.length === 0) return null;
  return (
    <div className="mt-2" aria-busy={isReading}>
      {title === undefined ? null : <h3 id={titleId}>{title}</h3>}
      <ul aria-labelledby={title === undefined ? 'account-events' : titleId}>
        {events.map((event) => (
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
      <FailureNotice failure={failure} retry={retry} />
      {hasMore ? (
        <Button variant="quiet" busy={isReading} onClick={() => void readMore()}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}

const texts: Record<AccountEvent['kind'], string> = {
  'sign-up': 'The account was created',
  'log-in': 'Logged in',
  'new-device': 'Logged in on a new device',
  'log-in-failed': 'A log-in failed',
  'log-out': 'Logged out',
  'session-ended': 'A device was logged out',
  'other-sessions-ended': 'Every other device was logged out',
  'password-changed': 'The password was changed',
  'password-reset': 'The password was changed by a link',
  'address-change-requested': 'A new address was asked for',
  'address-changed': 'The address was changed',
  'address-taken-back': 'The change of the address was taken back',
  'app-password-created': 'An app password was created',
  'app-password-revoked': 'An app password was revoked',
  'provider-connected': 'A log-in provider was connected',
  'provider-disconnected': 'A log-in provider was disconnected',
  'password-replaced': 'A log-in provider replaced the password',
  'two-step-on': 'Two-step login was turned on',
  'archive-made': 'An archive of everything was made',
  'account-closed': 'The account was closed',
  'account-kept': 'The account was kept',
  'two-step-off': 'Two-step login was turned off',
  'backup-codes-created': 'New backup codes were made',
  'backup-code-used': 'Logged in with a backup code',
  'second-step-failed': 'A wrong code was typed at the second step',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'download-token-created': 'A download link was created',
  'download-token-revoked': 'A download link was revoked',
  'space-nearly-full': 'The space was nearly full',
  'entries-nearly-full': 'The account held nearly as many files as it can',
  export: 'The person who runs this server exported your files',
  'password-link-made': 'The person who runs this server made a link to set a new password',
  'made-administrator': 'You were made an administrator',
  'made-member': 'You are no longer an administrator',
  'account-disabled': 'An administrator disabled the account',
  'account-enabled': 'An administrator enabled the account',
  'account-closed-by-administrator': 'An administrator closed the account',
  'account-reopened': 'An administrator opened the account again',
  'hand-over-planned': 'The files will be handed over',
  'hand-over-taken-back': 'The files will not be handed over',
  'files-handed-over': 'You got the files of an account that was closed',
  'quota-changed': 'An administrator changed your space',
  'sessions-ended': 'An administrator logged you out everywhere',
  'person-invited': 'You invited somebody',
  'invitation-revoked': 'You took back an invitation',
  'person-made-administrator': 'You made somebody an administrator',
  'person-made-member': 'You made an administrator a member',
  'person-disabled': 'You disabled an account',
  'person-enabled': 'You enabled an account',
  'person-closed': 'You closed an account',
  'person-reopened': 'You opened an account again',
  'person-hand-over-planned': 'You said who gets somebody’s files',
  'person-hand-over-taken-back': 'You took back who gets somebody’s files',
  'person-quota-changed': 'You changed somebody’s space',
  'person-two-step-off': 'You turned off somebody’s two-step login',
  'person-sessions-ended': 'You logged somebody out everywhere',
  'server-settings-changed': 'You changed the settings of the server',
};

function textOf({ kind, subject, times }: AccountEvent): string {
  const named = subject !== null && kind === 'session-ended' ? deviceName(subject) : subject;
  const text = named === null ? texts[kind] : `${texts[kind]}: ${visibleName(named)}`;
  return times === 1 ? text : `${text} (${times.toLocaleString('en')} times)`;
}
