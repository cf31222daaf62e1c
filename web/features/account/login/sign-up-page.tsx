import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { messages } from '#contract/specification-messages.ts';
import { InfoIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import picture from '#web/ui/pictures/window.webp';
import { OtherWays } from '../provider/other-ways.tsx';
import { useLogInWays } from '../provider/use-log-in-ways.ts';
import { useSession } from '../session/session-context.ts';
import { errorHelp } from './account-error.ts';
import { AccountForm, EmailField } from './account-form.tsx';
import { AccountFrame } from './account-frame.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { createRefusedPasswords } from './refused-passwords.ts';
import { returnPath, returnState } from './return-path.ts';
import { useAccountForm } from './use-account-form.ts';

const fields = ['email', 'password', 'confirm'] as const;

/** Creates an account; afterwards to the log-in page. */
export function SignUpPage() {
  const { account } = useSession();
  const navigate = useNavigate();
  const ways = useLogInWays();
  const { state } = useLocation();
  const [refused] = useState(createRefusedPasswords);
  const form = useAccountForm(fields, async ({ email, password, confirm }, clear) => {
    if (email === '' || password === '') {
      clear();
      return { message: messages.credentialsMissing, help: 'Enter both.', fields: ['email', 'password'] };
    }
    if (password !== confirm) return { message: messages.passwordsDiffer, fields: ['confirm'], atField: true };
    try {
      await account.signUp({ email, password });
    } catch (error) {
      // Below the field stands why.
      if (refused.add(password, error)) return { message: messages.signUpFailed, fields: ['password'] };
      return { message: messages.signUpFailed, help: errorHelp(error), fields: ['email'] };
    }
    await navigate('/login', { state: { ...returnState(state), notice: 'Your account is ready. Log in.' } });
    return undefined;
  });

  return (
    <AccountFrame
      title="Sign up"
      lead="One email, one password, a place for everything."
      picture={picture}
      links={[
        ...(ways.password ? [{ to: '/forgot', label: 'Forgot password?' }] : []),
        { to: '/login', label: 'Log in', question: 'Already have an account?', state: returnState(state) },
      ]}
    >
      {ways.signUp || ways.provider ? (
        <OtherWays ways={{ ...ways, password: ways.signUp }} verb="Continue" returnTo={returnPath(state)}>
          <AccountForm form={form} submitLabel="signup now">
            <EmailField field={form.field} />
            <NewPasswordFields form={form} refused={refused} />
          </AccountForm>
        </OtherWays>
      ) : (
        <Notice icon={<InfoIcon />} title="Sign-up is closed on this server.">
          Ask the person who runs it for an invitation.
        </Notice>
      )}
    </AccountFrame>
  );
}
