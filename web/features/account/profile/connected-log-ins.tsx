import { useState } from 'react';
import { useLocation } from 'react-router';
import type { ApiClient } from '#client/api.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { useConfirmed } from '../confirm/confirmed-context.ts';
import { FailureNotice } from '../login/failure-notice.tsx';
import { problemText } from '../provider/problem-text.ts';
import { ProviderButton } from '../provider/provider-button.tsx';
import { useLogInWays } from '../provider/use-log-in-ways.ts';
import { useRead } from '../reading/use-read.ts';

/** The log-ins of the provider that open the account: connected and disconnected. Nothing where there is no provider. */
export function ConnectedLogIns({ api }: { api: Pick<ApiClient, 'account'> }) {
  const confirmed = useConfirmed();
  const { provider } = useLogInWays();
  const { pathname } = useLocation();
  const { value, failure, retry, run } = useRead(() => api.account.identities.list());
  const identities = value?.identities;
  const [removing, setRemoving] = useState<string>();

  async function remove(id: string) {
    setRemoving(id);
    await run(() => confirmed(() => api.account.identities.remove({ id })));
    setRemoving(undefined);
  }

  const reading = !identities && !failure;
  // What stands below waits until it is known whether something stands here.
  if (provider === null && !identities?.length) return <div hidden aria-busy={reading} />;
  return (
    <section className="profile__section" aria-labelledby="connected-log-ins" aria-busy={reading}>
      <h2 id="connected-log-ins">{provider === null ? 'Log-in provider' : `Log in with ${provider}`}</h2>
      <p className="mt-2 text-14 text-ink-2">These log-ins open your account without a password.</p>
      <FailureNotice failure={failure} help={problemText} retry={retry} />
      <ul className="mt-2">
        {identities?.map(({ id, issuer, address, createdAt, lastUsedAt }) => (
          <li className="profile__row profile__row--ruled" key={id}>
            <div className="min-w-0">
              <p className="wrap-anywhere">{address ?? hostOf(issuer)}</p>
              <p className="meta">
                Connected {dayText(createdAt)},{' '}
                {lastUsedAt === null ? 'never used' : `last used ${dayText(lastUsedAt)}`}
              </p>
            </div>
            <Button
              compact
              busy={removing === id}
              disabled={removing !== undefined && removing !== id}
              aria-label={`Disconnect ${address ?? hostOf(issuer)}`}
              onClick={() => void remove(id)}
            >
              Disconnect
            </Button>
          </li>
        ))}
      </ul>
      {provider === null || reading ? null : (
        <div className="profile__create">
          <ProviderButton purpose="connect" returnTo={pathname} run={confirmed}>
            Connect a log-in
          </ProviderButton>
        </div>
      )}
    </section>
  );
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}
