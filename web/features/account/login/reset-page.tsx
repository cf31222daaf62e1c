import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import picture from '#web/ui/pictures/birch.webp';
import { useSession } from '../session/session-context.ts';
import { failureHelp, failureReason } from './account-error.ts';
import { AccountFrame } from './account-frame.tsx';
import { TroubleNotice, troubleId } from './error-notice.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Opened from the mailed link: choose a new password. */
export function ResetPage() {
  const [token, setToken] = useState(() => new URLSearchParams(location.search).get('token'));

  useEffect(() => {
    // A token in the address bar would stay in the history and could leave with a referrer.
    history.replaceState(history.state, '', location.pathname);
  }, []);

  return (
    <AccountFrame
      title="Choose a new password"
      lead="It replaces the old one on every device."
      picture={picture}
      links={
        <>
          <Link className="link" to="/login">
            Log in
          </Link>
          <Link className="link" to="/signup">
            Sign up
          </Link>
        </>
      }
    >
      {token ? <ResetForm token={token} onEnded={() => setToken(null)} /> : <LinkEnded />}
    </AccountFrame>
  );
}

function LinkEnded() {
  return (
    <>
      <Notice tone="bad" icon={<WarningIcon />} title="This link has ended. Ask for a new one.">
        A link works once, and for one hour.
      </Notice>
      <Link className="btn btn--primary" to="/forgot">
        Ask for a new link
      </Link>
    </>
  );
}

function ResetForm({ token, onEnded }: { token: string; onEnded: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  const fields = ['password', 'confirm'] as const;
  const { form, running, trouble, onSubmit } = useAccountForm(fields, async ({ password, confirm }, clear) => {
    if (password === '') {
      clear();
      return { message: messages.credentialsMissing, help: 'Type the new password twice.', fields: ['password'] };
    }
    if (password !== confirm) return { message: messages.passwordsDiffer, fields: ['confirm'] };
    try {
      await session.account.resetPassword({ token, newPassword: password });
    } catch (error) {
      if (failureReason(error) === 'INVALID_TOKEN') {
        onEnded();
        return undefined;
      }
      return { message: messages.forgotFailed, help: failureHelp(error), fields: ['password'] };
    }
    session.ended();
    await navigate('/login', { replace: true, state: { notice: 'Your password is changed. Log in.' } });
    return undefined;
  });
  const differ = trouble?.message === messages.passwordsDiffer;
  const field = (name: string) => ({
    name,
    required: true,
    type: 'password',
    autoComplete: 'new-password',
    invalid: trouble?.fields.includes(name),
    describedBy: trouble && !differ ? troubleId : undefined,
  });
  return (
    <form className="contents" ref={form} noValidate onSubmit={onSubmit}>
      {trouble && !differ ? <TroubleNotice trouble={trouble} /> : null}
      <TextField {...field('password')} label="Password" />
      <TextField {...field('confirm')} label="Confirm password" error={differ ? trouble?.message : undefined} />
      <Button type="submit" look="primary" wide busy={running}>
        Reset Password
      </Button>
    </form>
  );
}
