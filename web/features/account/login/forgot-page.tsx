import { useState } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { EnvelopeIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import picture from '#web/ui/pictures/birch.webp';
import { useSession } from '../session/session-context.ts';
import { failureHelp } from './account-error.ts';
import { AccountFrame } from './account-frame.tsx';
import { TroubleNotice, troubleId } from './error-notice.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Ask for a mail with a link that resets the password. */
export function ForgotPage() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <AccountFrame
      title="Reset Password"
      lead="Tell us your email and we send a link that works for one hour."
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
      {sentTo === undefined ? null : (
        <Notice tone="good" icon={<EnvelopeIcon />} title={messages.forgotSent}>
          If {sentTo} has an account, the link is on its way. Look in the spam folder too.
        </Notice>
      )}
      {sentTo === undefined ? (
        <ForgotForm onSent={setSentTo} />
      ) : (
        <Button onClick={() => setSentTo(undefined)}>Send it again</Button>
      )}
    </AccountFrame>
  );
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const { account } = useSession();
  const { form, running, trouble, onSubmit } = useAccountForm(['email'], async ({ email }, clear) => {
    if (email === '') {
      clear();
      return { message: messages.emailMissing, help: 'Type the email you signed up with.', fields: ['email'] };
    }
    try {
      await account.requestReset({ email });
    } catch (error) {
      return { message: messages.forgotFailed, help: failureHelp(error), fields: ['email'] };
    }
    onSent(email);
    return undefined;
  });
  return (
    <form className="contents" ref={form} noValidate onSubmit={onSubmit}>
      {trouble ? <TroubleNotice trouble={trouble} /> : null}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        placeholder="you@example.org"
        required
        invalid={trouble !== undefined}
        describedBy={trouble && troubleId}
      />
      <Button type="submit" look="primary" wide busy={running}>
        Reset Password
      </Button>
    </form>
  );
}
