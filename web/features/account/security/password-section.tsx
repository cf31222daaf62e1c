import { useState } from 'react';
import { Link } from 'react-router';
import type { ApiClient } from '#client/api.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { PasswordIcon } from '#web/ui/icons/account-icons.tsx';
import { CheckIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { FailureNotice } from '../login/failure-notice.tsx';
import { useRead } from '../reading/use-read.ts';
import { PasswordChange } from './password-change.tsx';

type PasswordSectionProps = {
  api: Pick<ApiClient, 'account'>;
  /** Called after the password was changed, which logs out other devices. */
  onChange: () => void;
};

/** When the password was changed, and the way to change it. */
export function PasswordSection({ api, onChange }: PasswordSectionProps) {
  const { value: profile, failure, retry, read } = useRead(() => api.account.profile.get());
  const [isChanging, setIsChanging] = useState(false);
  const [changed, setChanged] = useState<'with app passwords' | 'without'>();

  function end(revoked: boolean) {
    setIsChanging(false);
    setChanged(revoked ? 'with app passwords' : 'without');
    void read();
    onChange();
  }

  const since = profile?.passwordChangedAt;
  return (
    <section className="profile__section" aria-busy={!profile && !failure}>
      <h2>Password</h2>
      <FailureNotice failure={failure} retry={retry} />
      {changed === undefined ? null : (
        <Notice tone="good" icon={<CheckIcon />} title="Your password was changed.">
          Every other device was logged out.{' '}
          {changed === 'with app passwords' ? (
            'All app passwords were revoked.'
          ) : (
            <>
              Any app passwords still work:{' '}
              <Link className="link" to="/dashboard/devices">
                see which you have
              </Link>
              .
            </>
          )}
        </Notice>
      )}
      {profile ? (
        <div className="profile__row">
          <div className="profile__what">
            <PasswordIcon />
            <div>
              <p>Password</p>
              <p className="meta">{since == null ? 'None' : `Chosen on ${dayText(since)}`}</p>
            </div>
          </div>
          <Button compact disabled={since == null} aria-label="Change password" onClick={() => setIsChanging(true)}>
            Change
          </Button>
        </div>
      ) : null}
      {isChanging && profile ? (
        <PasswordChange api={api} email={profile.email} onChange={end} onClose={() => setIsChanging(false)} />
      ) : null}
    </section>
  );
}
