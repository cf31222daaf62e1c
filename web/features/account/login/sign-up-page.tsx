import { Link, useLocation, useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import picture from '#web/ui/pictures/window.webp';
import { useSession } from '../session/session-context.ts';
import { failureHelp, failureReason } from './account-error.ts';
import { AccountFrame } from './account-frame.tsx';
import { TroubleNotice, troubleId } from './error-notice.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Make an account; afterwards to the log-in page. */
export function SignUpPage() {
  const { account } = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const fields = ['email', 'password', 'confirm'] as const;
  const { form, running, trouble, onSubmit } = useAccountForm(fields, async ({ email, password, confirm }, clear) => {
    if (email === '' || password === '') {
      clear();
      return { message: messages.credentialsMissing, help: 'Type both.', fields: ['email', 'password'] };
    }
    if (password !== confirm) return { message: messages.passwordsDiffer, fields: ['confirm'] };
    try {
      await account.signUp({ email, password });
    } catch (error) {
      const toMend = failureReason(error)?.startsWith('PASSWORD') ? ['password'] : ['email'];
      return { message: messages.signUpFailed, help: failureHelp(error), fields: toMend };
    }
    await navigate('/login', { state: { ...state, notice: 'Your account is ready. Log in.' } });
    return undefined;
  });
  const differ = trouble?.message === messages.passwordsDiffer;
  const field = (name: string) => ({
    name,
    required: true,
    invalid: trouble?.fields.includes(name),
    describedBy: trouble && !differ ? troubleId : undefined,
  });

  return (
    <AccountFrame
      title="Sign up"
      lead="One email, one password, a place for everything."
      picture={picture}
      links={
        <>
          <Link className="link" to="/forgot">
            Forgot password?
          </Link>
          <span>
            Already here?{' '}
            <Link className="link" to="/login" state={state}>
              Log in
            </Link>
          </span>
        </>
      }
    >
      <form className="contents" ref={form} noValidate onSubmit={onSubmit}>
        {trouble && !differ ? <TroubleNotice trouble={trouble} /> : null}
        <TextField {...field('email')} label="Email" type="email" autoComplete="username" />
        <TextField
          {...field('password')}
          label="Password"
          type="password"
          autoComplete="new-password"
          help="Eight characters or more. A short sentence is easy to keep."
        />
        <TextField
          {...field('confirm')}
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          error={differ ? trouble?.message : undefined}
        />
        <Button type="submit" look="primary" wide busy={running}>
          signup now
        </Button>
      </form>
    </AccountFrame>
  );
}
