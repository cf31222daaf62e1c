import { useNavigate } from 'react-router';
import { closingSeconds } from '#contract/limits.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { useNow } from '#web/ui/browser/use-now.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { OneFieldDialog } from '../about/one-field-dialog.tsx';
import { useConfirmed } from '../confirm/confirmed-context.ts';
import { errorCode } from '../login/account-error.ts';
import { useSession } from '../session/session-context.ts';
import type { LeavingApi } from './leaving-api.ts';

type CloseAccountProps = {
  api: LeavingApi;
  email: string;
  /** Takes everything first. */
  onTake: () => void;
  onClose: () => void;
};

/** Says what will happen, and closes the account of somebody who types its address. */
export function CloseAccount({ api, email, onTake, onClose }: CloseAccountProps) {
  const confirmed = useConfirmed();
  const session = useSession();
  const navigate = useNavigate();

  async function close(typed: string) {
    const { deletedAt } = await confirmed(() => api.account.close({ email: typed }));
    await session.ended({
      title: 'Your account is closed.',
      help: `It will be deleted on ${dayText(deletedAt)}. To keep it, log in before that day.`,
    });
    await navigate('/login', { replace: true });
  }

  return (
    <OneFieldDialog
      title="Close this account"
      saveLabel="Close this account"
      label="Type your email to confirm"
      type="email"
      autoComplete="off"
      isDangerous
      save={close}
      explain={problemOf}
      onClose={onClose}
    >
      <p>
        All your folders, files, versions and Trash wait until {dayText(useNow() + closingSeconds * 1000)}. Then they
        are deleted for good. Log in before that day, and you can keep everything.
      </p>
      <p className="text-14 text-ink-2">
        Every device is logged out now, and app passwords and download links end, also if you keep the account later.{' '}
        <span className="wrap-anywhere">The account is {email}.</span>
      </p>
      <p>
        <Button compact onClick={onTake}>
          Download everything first
        </Button>
      </p>
    </OneFieldDialog>
  );
}

function problemOf(error: unknown): string | undefined {
  switch (errorCode(error)) {
    case 'address-differs':
      return 'This is not the email of this account.';
    case 'last-administrator':
      return 'Nobody else runs this server. Make somebody else an administrator first.';
    default:
      return undefined;
  }
}
