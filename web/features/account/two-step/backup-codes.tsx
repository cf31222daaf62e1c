import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '#web/ui/controls/button.tsx';
import { PrinterIcon } from '#web/ui/icons/account-icons.tsx';
import { CopyIcon, DownloadIcon } from '#web/ui/icons/icons.tsx';

type BackupCodesProps = { codes: readonly string[]; email: string; onDone: () => void };

/** New backup codes, which are shown once, and the ways to keep them. */
export function BackupCodes({ codes, email, onDone }: BackupCodesProps) {
  const [copied, setCopied] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const title = `Keepsake backup codes of ${email}`;
  const text = [title, '', ...codes, '', 'Each logs you in once.', ''].join('\n');
  return (
    <div className="backup-codes">
      <h3 ref={heading} tabIndex={-1}>
        Keep these backup codes
      </h3>
      <p className="text-14 text-ink-2">
        Two-step login is on. Each of these codes logs you in once when you do not have the app. They are shown only
        now: print them, or save them where only you find them.
      </p>
      <div className="backup-codes__leaf">
        <p className="backup-codes__whose">{title}</p>
        <ul>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="backup-codes__ways">
        <Button variant="quiet" compact onClick={() => window.print()}>
          <PrinterIcon />
          Print
        </Button>
        <a
          className={buttonClass({ variant: 'quiet', compact: true })}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="keepsake-backup-codes.txt"
        >
          <DownloadIcon />
          Download
        </a>
        {navigator.clipboard ? (
          <Button
            variant="quiet"
            compact
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            <CopyIcon />
            {copied ? 'Copied' : 'Copy'}
          </Button>
        ) : null}
      </div>
      <Button onClick={onDone}>I have saved them</Button>
    </div>
  );
}
