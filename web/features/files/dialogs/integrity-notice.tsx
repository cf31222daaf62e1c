import { useState } from 'react';
import type { Integrity } from '#contract/entries.ts';
import { dayText, momentText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { SealIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';

type Known = {
  /** Undefined while the server is asked. */
  integrity: Integrity | undefined;
  /** The server could not be asked. */
  isUnknown: boolean;
};

/** Whether the bytes of a file are those that came; when they are not, what happened and what to do. */
export function IntegrityNotice({ integrity, isUnknown }: Known) {
  if (isUnknown) {
    return (
      <Notice icon={<SealIcon />} title="Not known right now">
        The server did not answer. Open the details again when it does.
      </Notice>
    );
  }
  if (integrity === undefined) {
    return (
      <Notice icon={<SealIcon />} title="One moment">
        Asking when its bytes were read last.
      </Notice>
    );
  }
  if (integrity.damagedAt !== null) {
    return (
      <Notice tone="bad" icon={<WarningIcon />} title={`Damaged, found on ${dayText(integrity.damagedAt)}`}>
        The disk of the server lost or changed some of its bytes, so it is not opened any more. Put the file here again
        if you have it elsewhere, or ask the person who runs the server: what the disk still has is kept for them.
      </Notice>
    );
  }
  if (integrity.verifiedAt !== null) {
    return (
      <Notice tone="good" icon={<SealIcon />} title={`Verified on ${momentText(integrity.verifiedAt)}`}>
        Every byte read again and the same as on the day it arrived.
      </Notice>
    );
  }
  return (
    <Notice icon={<SealIcon />} title="Not verified yet">
      Its sums were taken as it came. Within a week every byte is read again.
    </Notice>
  );
}

/** The sum of a file: its ends, and a button that copies the whole; all of it where nothing can be copied. */
export function Sha256({ value, isUnknown }: { value: string | null | undefined; isUnknown: boolean }) {
  const [copied, setCopied] = useState(false);
  if (typeof value !== 'string') return isUnknown ? 'Not known right now' : value === null ? 'Not computed yet' : '…';
  if (!navigator.clipboard) return <code className="wrap-anywhere">{value}</code>;
  return (
    <>
      <code title={value}>{`${value.slice(0, 8)}…${value.slice(-4)}`}</code>
      <Button
        look="quiet"
        compact
        aria-label={copied ? 'SHA-256 copied' : 'Copy the SHA-256'}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </>
  );
}
