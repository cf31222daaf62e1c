import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import type { AppPassword } from '#contract/access.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { CheckIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { failureHelp } from '../login/account-error.ts';

type Made = { name: string; token: string };

/** The passwords of programs: made here, shown once, taken back here. */
export function AppPasswords({ api }: { api: ApiClient['appPasswords'] }) {
  const [passwords, setPasswords] = useState<AppPassword[]>();
  const [made, setMade] = useState<Made>();
  const [trouble, setTrouble] = useState<unknown>();
  const [running, setRunning] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    api.list().then(setPasswords, setTrouble);
  }, [api]);

  async function run(work: () => Promise<void>) {
    setRunning(true);
    setTrouble(undefined);
    try {
      await work();
      setPasswords(await api.list());
    } catch (error) {
      setTrouble(error);
    }
    setRunning(false);
  }

  function make(event: FormEvent) {
    event.preventDefault();
    const name = field.current?.value.trim() ?? '';
    if (name === '') return field.current?.focus();
    return void run(async () => {
      const { token } = await api.create({ name });
      setMade({ name, token });
      if (field.current) field.current.value = '';
    });
  }

  return (
    <section
      className="profile__section"
      aria-labelledby="app-passwords"
      aria-busy={passwords === undefined && !trouble}
    >
      <h2 id="app-passwords">App passwords</h2>
      <p className="text-14 text-ink-2">
        For programs, such as the command line. Each does what you may do with your things, until you take it back.
      </p>
      {trouble === undefined ? null : (
        <Notice tone="bad" icon={<WarningIcon />} title="That did not work.">
          {failureHelp(trouble) ?? 'Try again in a moment.'}
        </Notice>
      )}
      {made ? <MadePassword made={made} /> : null}
      <ul>
        {passwords?.map(({ id, name, createdAt, lastUsedAt }) => (
          <li className="profile__row profile__row--ruled" key={id}>
            <div className="min-w-0">
              <p className="wrap-anywhere">{name}</p>
              <p className="meta">
                Made {dayText(createdAt)}, {lastUsedAt === null ? 'never used' : `last used ${dayText(lastUsedAt)}`}
              </p>
            </div>
            <Button
              compact
              disabled={running}
              aria-label={`Revoke ${name}`}
              onClick={() => {
                if (made?.name === name) setMade(undefined);
                void run(() => api.revoke({ id }));
              }}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <form className="profile__make" noValidate onSubmit={make}>
        <TextField
          ref={field}
          label="Name of the program"
          autoComplete="off"
          maxLength={100}
          placeholder="Laptop, command line"
        />
        <Button type="submit" busy={running}>
          Make an app password
        </Button>
      </form>
    </section>
  );
}

function MadePassword({ made: { name, token } }: { made: Made }) {
  const [copied, setCopied] = useState(false);
  return (
    <Notice
      tone="good"
      icon={<CheckIcon />}
      title={`The app password of ${name}`}
      action={
        navigator.clipboard ? (
          <Button
            look="quiet"
            compact
            onClick={() => void navigator.clipboard.writeText(token).then(() => setCopied(true))}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        ) : undefined
      }
    >
      <code className="wrap-anywhere">{token}</code>
      <br />
      It is shown this once. Keep it where the program finds it.
    </Notice>
  );
}
