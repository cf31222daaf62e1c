import { useState } from 'react';
import { messages } from '#contract/specification-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EnvelopeIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import picture from '#web/ui/pictures/birch.webp';
import { errorHelp } from '../login/account-error.ts';
import { AccountForm, EmailField } from '../login/account-form.tsx';
import { AccountFrame } from '../login/account-frame.tsx';
import { useAccountForm } from '../login/use-account-form.ts';
import { useSession } from '../session/session-context.ts';
import { useLinks } from './use-links.ts';

/** Requests an email with a link that resets the password. */
export function ForgotPage() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <AccountFrame
      title="Reset Password"
      lead="We will email you a link that works for one hour."
      picture={picture}
      links={useLinks()}
    >
      {sentTo === undefined ? (
        <ForgotForm onSent={setSentTo} />
      ) : (
        <>
          <Notice tone="good" icon={<EnvelopeIcon />} title={messages.forgotSent}>
            If {sentTo} has an account, the link is on its way. Check the spam folder too. If nothing arrives, ask
            whoever runs this server for a link.
          </Notice>
          <Button onClick={() => setSentTo(undefined)}>Send it again</Button>
        </>
      )}
    </AccountFrame>
  );
}

function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const { account } = useSession();
  const form = useAccountForm(['email'], async ({ email }, clear) => {
    if (email === '') {
      clear();
      return { message: messages.emailMissing, help: 'Enter the email you signed up with.', fields: ['email'] };
    }
    try {
      await account.requestReset({ email });
    } catch (error) {
      return { message: messages.forgotFailed, help: errorHelp(error), fields: ['email'] };
    }
    onSent(email);
    return undefined;
  });
  return (
    <AccountForm form={form} submitLabel="Reset Password">
      <EmailField field={form.field} placeholder="you@example.org" />
    </AccountForm>
  );
}
