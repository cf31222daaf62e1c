import { lazy, Suspense, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { secondStepParameter } from '#contract/openid.ts';
import { messages } from '#contract/specification-messages.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { CheckIcon, PersonIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import picture from '#web/ui/pictures/lake.webp';
import { OtherWays } from '../provider/other-ways.tsx';
import { useLogInWays } from '../provider/use-log-in-ways.ts';
import { useEndNotice, useSession, useUser } from '../session/session-context.ts';
import { errorCode, errorHelp } from './account-error.ts';
import { AccountForm, EmailField } from './account-form.tsx';
import { AccountFrame } from './account-frame.tsx';
import { PasskeyOffer } from './passkey-offer.tsx';
import { returnPath, returnState } from './return-path.ts';
import { useAccountForm } from './use-account-form.ts';

const both = ['email', 'password'] as const;
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }));

/**
 * Log in; afterwards to the page that the guard sent the person from, or to the profile. A person who was here and logs in again in
 * another tab goes back to that page, too.
 */
export function LogInPage() {
  const session = useSession();
  const endNotice = useEndNotice();
  const user = useUser();
  const ways = useLogInWays();
  const navigate = useNavigate();
  const { state, key, search } = useLocation();
  const sentTo = new URLSearchParams(search).get(secondStepParameter);
  const returnTo = returnPath(state) ?? returnPath({ returnTo: sentTo }) ?? '/dashboard';
  const [refused, setRefused] = useState<{ key: string; error: unknown }>();
  const form = useAccountForm(both, async ({ email, password }, clear) => {
    if (email === '' || password === '') {
      clear();
      return { message: messages.credentialsMissing, help: 'Enter both.', fields: both };
    }
    try {
      await session.logIn({ email, password });
    } catch (error) {
      if (errorCode(error) === 'second-step-needed') {
        setRefused({ key, error });
        return undefined;
      }
      return { message: messages.logInFailed, help: errorHelp(error), fields: both, focus: 'password' };
    }
    await navigate(returnTo, { replace: true });
    return undefined;
  });
  const notice = noticeFrom(state);

  if (user && user.uid === session.formerUid() && returnPath(state)) return <Navigate to={returnTo} replace />;
  if (refused?.key === key || sentTo !== null)
    return (
      <Suspense>
        <SecondStep returnTo={returnTo} refusal={refused?.error} />
      </Suspense>
    );
  return (
    <AccountFrame
      title="Log in"
      lead="Your folders are where you left them."
      picture={picture}
      links={
        ways.password
          ? [
              { to: '/forgot', label: 'Forgot password?' },
              ...(ways.signUp
                ? [{ to: '/signup', label: 'Sign up', question: 'New here?', state: returnState(state) }]
                : []),
            ]
          : []
      }
    >
      {notice && !form.formError ? (
        <Notice
          tone={notice.isGood ? 'good' : 'plain'}
          icon={notice.isGood ? <CheckIcon /> : <WarningIcon />}
          title={notice.title}
        >
          {notice.help}
        </Notice>
      ) : null}
      {endNotice && !form.formError ? (
        <Notice icon={<WarningIcon />} title={endNotice.title}>
          {endNotice.help}
        </Notice>
      ) : null}
      {user?.email && !form.formError && !form.running ? (
        <Notice icon={<PersonIcon />} title={`You are logged in as ${user.email}.`}>
          <Link className="link" to="/task">
            Go to your folders
          </Link>
          , or log in as someone else.
        </Notice>
      ) : null}
      <OtherWays ways={ways} verb="Log in" returnTo={returnTo}>
        <AccountForm
          form={form}
          submitLabel="login now"
          help={
            <>
              Check both, or{' '}
              <Link className="link" to="/forgot">
                reset the password
              </Link>
              .
            </>
          }
        >
          <EmailField field={form.field} autoComplete="username webauthn" />
          <TextField {...form.field('password')} label="Password" type="password" autoComplete="current-password" />
        </AccountForm>
      </OtherWays>
      <PasskeyOffer returnTo={returnTo} />
    </AccountFrame>
  );
}

type PageNotice = { title: string; help: string | undefined; isGood: boolean };

/** A message that another account page passes to this one, and what it has to add. */
function noticeFrom(state: unknown): PageNotice | undefined {
  const { notice, help, isGood = true } = (state ?? {}) as { notice?: string; help?: string; isGood?: boolean };
  return notice === undefined ? undefined : { title: notice, help, isGood };
}
