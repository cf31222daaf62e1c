import './second-step.css';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '#client/api-error.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import picture from '#web/ui/pictures/lake.webp';
import { useSession } from '../session/session-context.ts';
import { canUsePasskeys } from '../webauthn/can-use-passkeys.ts';
import { errorCode, errorHelp } from './account-error.ts';
import { AccountForm } from './account-form.tsx';
import { AccountFrame } from './account-frame.tsx';
import { PasskeySecondStep } from './passkey-second-step.tsx';
import { type FormError, useAccountForm } from './use-account-form.ts';

const tookTooLong = { notice: 'The second step took too long.', help: 'Log in again.', isGood: false };

type Way = 'app' | 'backup';

type SecondStepProps = {
  /** The page to go to. */
  returnTo: string;
  /** The error with which the server asked for it; undefined for who comes from a log-in provider. */
  refusal: unknown;
};

/** The second step of a log-in: a code of the authenticator app, or a backup code. */
export function SecondStep({ returnTo, refusal }: SecondStepProps) {
  const [way, setWay] = useState<Way>('app');
  const [problem, setProblem] = useState<string>();
  const isBackup = way === 'backup';
  return (
    <AccountFrame
      title={isBackup ? 'Use a backup code' : 'Second step'}
      lead={
        isBackup
          ? 'One of the codes that you printed or saved. Each logs you in once.'
          : 'Type the six digits that your authenticator app shows.'
      }
      picture={picture}
      links={[]}
    >
      {problem === undefined ? null : <Notice icon={<WarningIcon />} title={problem} />}
      <CodeForm key={way} way={way} returnTo={returnTo} />
      <div className="second-step__ways">
        {canUsePasskeys() && mayHavePasskey(refusal) ? (
          <PasskeySecondStep returnTo={returnTo} onProblem={setProblem} />
        ) : null}
        <button type="button" className="link" onClick={() => setWay(isBackup ? 'app' : 'backup')}>
          {isBackup ? 'Type a code from the app' : 'Use a backup code'}
        </button>
        {isBackup ? <p>No backup codes left? Ask the person who runs this server.</p> : null}
      </div>
    </AccountFrame>
  );
}

function CodeForm({ way, returnTo }: { way: Way; returnTo: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [trust, setTrust] = useState(false);
  const form = useAccountForm(['code'], async ({ code }) => {
    if (code === '') return { message: 'Type the code.', fields: ['code'], atField: true };
    try {
      await session.logInBy((account) => account.takeSecondStep({ code, trust }));
    } catch (error) {
      if (errorCode(error) !== 'second-step-over') return problemOf(error, way);
      await navigate('/login', { replace: true, state: { ...state, ...tookTooLong } });
      return undefined;
    }
    await navigate(returnTo, { replace: true });
    return undefined;
  });
  const ofWay =
    way === 'app'
      ? ({ label: 'Code', inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 7 } as const)
      : ({
          label: 'Backup code',
          autoComplete: 'off',
          autoCapitalize: 'characters',
          spellCheck: false,
          placeholder: 'XXXXX-XXXXX',
          maxLength: 20,
        } as const);
  return (
    <AccountForm form={form} submitLabel="Continue">
      <div className="code-field">
        <TextField {...form.field('code')} {...ofWay} autoFocus />
      </div>
      <label className="check">
        <input type="checkbox" checked={trust} onChange={() => setTrust(!trust)} />
        Do not ask on this device for 30 days
      </label>
    </AccountForm>
  );
}

function problemOf(error: unknown, way: Way): FormError {
  if (errorCode(error) !== 'wrong-code')
    return { message: 'That did not work.', help: errorHelp(error) ?? 'Try again in a moment.', fields: ['code'] };
  const help =
    way === 'app'
      ? 'Each code works once. The app shows a new one every 30 seconds.'
      : 'Each backup code works once. Check the letters, or try another one.';
  return { message: 'This code is incorrect.', help, fields: ['code'] };
}

function mayHavePasskey(refusal: unknown): boolean {
  if (!(refusal instanceof ApiError)) return true;
  return (refusal.data as { hasPasskey?: boolean } | undefined)?.hasPasskey === true;
}
