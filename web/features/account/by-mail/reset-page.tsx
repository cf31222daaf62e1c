import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messages } from '#contract/specification-messages.ts';
import { buttonClass } from '#web/ui/controls/button.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import picture from '#web/ui/pictures/birch.webp';
import { errorHelp, errorReason } from '../login/account-error.ts';
import { AccountForm } from '../login/account-form.tsx';
import { AccountFrame } from '../login/account-frame.tsx';
import { NewPasswordFields } from '../login/new-password-fields.tsx';
import { createRefusedPasswords } from '../login/refused-passwords.ts';
import { useAccountForm } from '../login/use-account-form.ts';
import { useSession } from '../session/session-context.ts';
import { useLinks } from './use-links.ts';
import { useMailedToken } from './use-mailed-token.ts';

/** Opened from the emailed link: chooses a new password. */
export function ResetPage() {
  const [token, forget] = useMailedToken(({ search }) => new URLSearchParams(search).get('token'));
  return (
    <AccountFrame
      title="Choose a new password"
      lead="It replaces the old one on every device."
      picture={picture}
      links={useLinks()}
    >
      {token ? <ResetForm token={token} onExpired={forget} /> : <LinkExpired />}
    </AccountFrame>
  );
}

function LinkExpired() {
  return (
    <>
      <Notice tone="bad" icon={<WarningIcon />} title="This link no longer works.">
        A link works once and expires after one hour. Request a new one.
      </Notice>
      <Link className={buttonClass({ variant: 'primary' })} to="/forgot">
        Request a new link
      </Link>
    </>
  );
}

const fields = ['password', 'confirm'] as const;

const whatEnded =
  'Every device was logged out. All app passwords, all passkeys, all download links and all other links to reset the password have ended.';

function ResetForm({ token, onExpired }: { token: string; onExpired: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  const [refused] = useState(createRefusedPasswords);
  const form = useAccountForm(fields, async ({ password, confirm }, clear) => {
    if (password === '') {
      clear();
      return { message: messages.credentialsMissing, help: 'Enter the new password twice.', fields: ['password'] };
    }
    if (password !== confirm) return { message: messages.passwordsDiffer, fields: ['confirm'], atField: true };
    try {
      await session.account.resetPassword({ token, newPassword: password });
    } catch (error) {
      if (errorReason(error) === 'INVALID_TOKEN') {
        onExpired();
        return undefined;
      }
      // Below the field stands why a password is refused.
      const help = refused.add(password, error) ? undefined : errorHelp(error);
      return { message: messages.forgotFailed, help, fields: ['password'] };
    }
    // Somebody else may be logged in here.
    await session.check();
    await navigate('/login', {
      replace: true,
      state: { notice: 'Your password was changed. Log in.', help: whatEnded },
    });
    return undefined;
  });
  return (
    <AccountForm form={form} submitLabel="Reset Password">
      <NewPasswordFields form={form} refused={refused} />
    </AccountForm>
  );
}
