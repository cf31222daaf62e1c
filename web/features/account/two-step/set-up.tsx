import { type FormEvent, useRef, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { CopyIcon } from '#web/ui/icons/icons.tsx';
import { useConfirmed } from '../confirm/confirmed-context.ts';
import { errorHelp } from '../login/account-error.ts';
import { QrCode } from './qr-code.tsx';

type SetUpProps = {
  api: Pick<ApiClient, 'account'>;
  secret: { secret: string; uri: string };
  onDone: (backupCodes: string[]) => Promise<void>;
  onCancel: () => void;
};

/** The secret for an authenticator app, and the first code of it. */
export function SetUp({ api, secret: { secret, uri }, onDone, onCancel }: SetUpProps) {
  const confirmed = useConfirmed();
  const field = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [copied, setCopied] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const code = field.current?.value.trim() ?? '';
    if (code === '') return field.current?.focus();
    setRunning(true);
    setProblem(undefined);
    try {
      const { backupCodes } = await confirmed(() => api.account.twoStep.turnOn({ code }));
      await onDone(backupCodes);
    } catch (error) {
      setProblem(problemOf(error));
      setRunning(false);
      field.current?.select();
    }
  }

  return (
    <ol className="steps">
      <li>
        <h3>Scan this with an authenticator app</h3>
        <div className="steps__qr">
          <QrCode text={uri} label="QR code for your authenticator app" />
          <div className="min-w-0">
            <p className="text-14 text-ink-2">Or type this key into the app:</p>
            <p className="steps__key">{secret.replaceAll(/.{4}(?!$)/g, '$& ')}</p>
            {navigator.clipboard ? (
              <Button
                variant="quiet"
                compact
                onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}
              >
                <CopyIcon />
                {copied ? 'Copied' : 'Copy the key'}
              </Button>
            ) : null}
          </div>
        </div>
      </li>
      <li>
        <h3>Type the six digits that it shows</h3>
        <form className="steps__code" noValidate onSubmit={(event) => void submit(event)}>
          <div className="code-field">
            <TextField
              ref={field}
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              error={problem}
            />
          </div>
          <div className="steps__buttons">
            <Button type="submit" variant="primary" busy={running}>
              Turn on
            </Button>
            <Button onClick={onCancel}>Cancel</Button>
          </div>
        </form>
      </li>
    </ol>
  );
}

function problemOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'wrong-code')
    return 'This code is incorrect. Type the one that the app shows now.';
  return errorHelp(error) ?? 'That did not work. Try again in a moment.';
}
