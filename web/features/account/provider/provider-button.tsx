import './provider-button.css';
import { type ReactNode, useEffect, useState } from 'react';
import { beginOpenid } from '#client/openid.ts';
import type { OpenidWanted } from '#contract/openid.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { useSessionServer } from '../session/use-session-server.ts';
import { problemText } from './problem-text.ts';

type ProviderButtonProps = OpenidWanted & {
  variant?: 'primary' | 'plain';
  wide?: boolean;
  /** Runs what leads away, where it may have to be confirmed first. */
  run?: <Result>(call: () => Promise<Result>) => Promise<Result>;
  children: ReactNode;
};

/** Leads to the log-in provider. What prevents it is said above. */
export function ProviderButton({
  purpose,
  returnTo,
  invitation,
  variant,
  wide,
  run = (call) => call(),
  children,
}: ProviderButtonProps) {
  const server = useSessionServer();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  // Whoever comes back with the browser's own button finds the page as it was left.
  useEffect(() => {
    const back = () => setRunning(false);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);

  async function go() {
    setRunning(true);
    setFailure(undefined);
    try {
      const { url } = await run(() => beginOpenid(server, { purpose, returnTo, invitation }));
      location.assign(url);
    } catch (error) {
      setFailure(error);
      setRunning(false);
    }
  }

  return (
    <>
      {failure === undefined ? null : (
        <Notice tone="bad" icon={<WarningIcon />} title="That did not work.">
          {problemText(failure)}
        </Notice>
      )}
      <Button variant={variant} wide={wide} busy={running} onClick={() => void go()}>
        {children}
      </Button>
    </>
  );
}
