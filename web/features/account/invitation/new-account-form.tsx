import { useState } from 'react';
import { useNavigate } from 'react-router';
import { createInvitations } from '#client/invitations.ts';
import { ownServer } from '#client/server.ts';
import { messages } from '#contract/specification-messages.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { errorHelp } from '../login/account-error.ts';
import { AccountForm } from '../login/account-form.tsx';
import { createRefusedPasswords } from '../login/refused-passwords.ts';
import { useAccountForm } from '../login/use-account-form.ts';
import { usePasswordAdvice } from '../login/use-password-advice.ts';
import { OtherWays } from '../provider/other-ways.tsx';
import { useLogInWays } from '../provider/use-log-in-ways.ts';
import { useSession } from '../session/session-context.ts';

const invitations = createInvitations(ownServer());
const fields = ['name', 'email', 'password'] as const;

type NewAccountFormProps = {
  /** Of the invitation. */
  token: string;
  /** The only address that it lets in. */
  email: string | null;
  submitLabel: string;
  /** The page to come to by the log-in provider. */
  returnTo: string;
  /** Called when the account is there and its person is logged in. */
  onDone: () => Promise<void> | void;
};

/** Makes an account with an invitation, by a password or by the log-in provider, and logs in to it. */
export function NewAccountForm({ token, email: only, submitLabel, returnTo, onDone }: NewAccountFormProps) {
  const session = useSession();
  const ways = useLogInWays();
  const navigate = useNavigate();
  const [refused] = useState(createRefusedPasswords);
  const form = useAccountForm(fields, async ({ name, email, password }, clear) => {
    if (email === '' || password === '') {
      clear();
      return { message: messages.credentialsMissing, help: 'Enter both.', fields: ['email', 'password'] };
    }
    try {
      await invitations.signUp({ email, password, name: name === '' ? email : name, invitation: token });
    } catch (error) {
      if (refused.add(password, error)) return { message: messages.signUpFailed, fields: ['password'] };
      return { message: messages.signUpFailed, help: errorHelp(error), fields: ['email'] };
    }
    const isLoggedIn = await session.logIn({ email, password }).then(
      () => true,
      () => false,
    );
    if (isLoggedIn) await onDone();
    else await navigate('/login', { replace: true, state: { notice: 'Your account is ready. Log in.' } });
    return undefined;
  });
  const advice = usePasswordAdvice(form, refused);
  return (
    <OtherWays ways={ways} verb="Continue" returnTo={returnTo} invitation={token}>
      <AccountForm form={form} submitLabel={submitLabel}>
        <TextField {...form.field('name')} label="Name" autoComplete="name" maxLength={100} required={false} />
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="username"
          defaultValue={only ?? ''}
          readOnly={only !== null}
        />
        <TextField
          {...form.field('password')}
          label="Password"
          type="password"
          autoComplete="new-password"
          help="Eight characters or more, and not one that many people use. A short sentence is easy to remember."
          advice={advice ?? ''}
        />
      </AccountForm>
    </OtherWays>
  );
}
