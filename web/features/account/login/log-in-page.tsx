import { Link, useLocation, useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { CheckIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import picture from '#web/ui/pictures/lake.webp';
import { useFarewell, useSession } from '../session/session-context.ts';
import { failureHelp } from './account-error.ts';
import { AccountFrame } from './account-frame.tsx';
import { TroubleNotice, troubleId } from './error-notice.tsx';
import { useAccountForm } from './use-account-form.ts';
import { wantedPage } from './wanted-page.ts';

const both = ['email', 'password'] as const;

/** Log in; afterwards to the page that was wanted, or to the profile. */
export function LogInPage() {
  const session = useSession();
  const farewell = useFarewell();
  const navigate = useNavigate();
  const { state } = useLocation();
  const { form, running, trouble, onSubmit } = useAccountForm(both, async ({ email, password }, clear) => {
    if (email === '' || password === '') {
      clear();
      return { message: messages.credentialsMissing, help: 'Type both.', fields: both };
    }
    try {
      await session.logIn({ email, password });
    } catch (error) {
      return { message: messages.logInFailed, help: failureHelp(error), fields: both };
    }
    await navigate(wantedPage(state) ?? '/dashboard', { replace: true });
    return undefined;
  });
  const field = { required: true, invalid: trouble !== undefined, describedBy: trouble && troubleId };

  return (
    <AccountFrame
      title="Log in"
      lead="Your boxes are where you left them."
      picture={picture}
      links={
        <>
          <Link className="link" to="/forgot">
            Forgot password?
          </Link>
          <span>
            New here?{' '}
            <Link className="link" to="/signup" state={state}>
              Sign up
            </Link>
          </span>
        </>
      }
    >
      {noticeFrom(state) && !trouble ? (
        <Notice tone="good" icon={<CheckIcon />} title={noticeFrom(state) ?? ''} />
      ) : null}
      {farewell && !trouble ? (
        <Notice icon={<WarningIcon />} title={farewell.title}>
          {farewell.help}
        </Notice>
      ) : null}
      <form className="contents" ref={form} noValidate onSubmit={onSubmit}>
        {trouble ? (
          <TroubleNotice trouble={trouble}>
            Check both, or{' '}
            <Link className="link" to="/forgot">
              reset the password
            </Link>
            .
          </TroubleNotice>
        ) : null}
        <TextField {...field} label="Email" name="email" type="email" autoComplete="username" />
        <TextField {...field} label="Password" name="password" type="password" autoComplete="current-password" />
        <Button type="submit" look="primary" wide busy={running}>
          login now
        </Button>
      </form>
    </AccountFrame>
  );
}

/** What another account page has to say to a person it sends here. */
function noticeFrom(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return undefined;
  return typeof state.notice === 'string' ? state.notice : undefined;
}
