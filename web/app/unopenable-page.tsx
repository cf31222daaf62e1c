import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { errorFromResponse } from '#client/api-error.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ReturnState } from '#web/features/account/login/return-path.ts';
import { useUser } from '#web/features/account/session/session-context.ts';
import { FallenLabel } from '#web/ui/brand/drawings.tsx';
import { Button, buttonClass } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/surfaces/empty-state.tsx';

/** The link of a file that cannot be opened: asks the server why. It opens as soon as it can be. */
export function UnopenablePage() {
  const { pathname, search } = useLocation();
  const user = useUser();
  const [code, setCode] = useState<ErrorCode>();
  const address = pathname + search;
  useEffect(() => {
    if (code !== undefined) return undefined;
    let left = false;
    void whyNot(address).then((found) => left || setCode(found));
    return () => {
      left = true;
    };
  }, [address, code]);

  if (code === undefined) return <output className="sr-only">Opening the file</output>;
  const { title, text, canRetry } = reasons[code] ?? unknown;
  return (
    <>
      <title>{`${title} · Keepsake`}</title>
      <EmptyState isPage drawing={<FallenLabel />} title={title} text={text}>
        {code === 'unauthenticated' ? (
          <Link
            className={buttonClass({ variant: 'primary' })}
            to="/login"
            state={{ returnTo: address } satisfies ReturnState}
          >
            Log in
          </Link>
        ) : null}
        {canRetry ? (
          <Button variant="primary" onClick={() => setCode(undefined)}>
            Try again
          </Button>
        ) : null}
        {user ? (
          <Link className={buttonClass({ variant: canRetry ? undefined : 'primary' })} to="/task">
            Go to Root
          </Link>
        ) : null}
      </EmptyState>
    </>
  );
}

/** Opens what can be opened by now; otherwise the code of the error. */
async function whyNot(address: string): Promise<ErrorCode> {
  try {
    const response = await fetch(address, { redirect: 'manual' });
    if (!response.ok && response.type !== 'opaqueredirect') return (await errorFromResponse(response)).code;
    await response.body?.cancel();
    location.reload();
    return 'unavailable';
  } catch {
    return 'unavailable';
  }
}

type Reason = { title: string; text: string; canRetry?: true };

const absent: Reason = {
  title: 'This file does not exist.',
  text: 'The link may be old, or the file is in Trash, or it belongs to someone else. Your own files are safe.',
};

const unknown: Reason = {
  title: 'This file could not be opened.',
  text: 'Your files are safe. Try again in a moment.',
  canRetry: true,
};

const reasons: Partial<Record<ErrorCode, Reason>> = {
  'not-found': absent,
  'object-not-found': absent,
  'token-not-found': { title: 'This link has expired.', text: 'Ask whoever sent it for a new one.' },
  unauthenticated: { title: 'Log in to open this file.', text: 'It opens for its owner only.' },
  'file-damaged': {
    title: 'This file is damaged.',
    text: 'Some of its bytes changed on the disk of this server. Ask the person who runs it for a backup.',
  },
  unavailable: {
    title: 'This file cannot be read right now.',
    text: 'The server, or the store behind it, does not answer. Nothing was lost. Try again in a moment.',
    canRetry: true,
  },
};
