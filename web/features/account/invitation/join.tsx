import { useNavigate } from 'react-router';
import { visibleName } from '#contract/names/names.ts';
import type { OpenedInvitation } from '#contract/records/people.ts';
import { sizeText } from '#contract/texts/amounts.ts';
import { noQuotaBytes } from '#contract/texts/sizes.ts';
import { PersonIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { AccountFrame } from '../login/account-frame.tsx';
import { useUser } from '../session/session-context.ts';
import { NewAccountForm } from './new-account-form.tsx';

type JoinProps = { token: string; invitation: OpenedInvitation; picture: string };

/** Takes up an invitation. */
export function Join({ token, invitation: { from, email, quotaBytes }, picture }: JoinProps) {
  const navigate = useNavigate();
  const user = useUser();
  const name = from === null ? undefined : visibleName(from);
  const space = quotaBytes === null || quotaBytes === noQuotaBytes ? '' : `, with ${sizeText(quotaBytes)} of space`;
  return (
    <AccountFrame
      title={name === undefined ? 'You are invited' : `${name} invites you`}
      lead={`To your own folders on this server${space}. Who runs it sees how much you keep, never what.`}
      picture={picture}
      links={[{ to: '/login', label: 'Log in', question: 'Have an account here?' }]}
    >
      {user?.email ? (
        <Notice icon={<PersonIcon />} title={`You are logged in as ${user.email}.`}>
          This link is for somebody who has no account yet.
        </Notice>
      ) : null}
      <NewAccountForm
        token={token}
        email={email}
        submitLabel="Accept the invitation"
        returnTo="/task"
        onDone={() => navigate('/task', { replace: true })}
      />
    </AccountFrame>
  );
}
