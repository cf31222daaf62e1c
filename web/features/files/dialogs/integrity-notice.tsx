import { useState } from 'react';
import type { Integrity } from '#contract/records/entries.ts';
import { dayText, momentText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { SealIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';

type Known = {
  /** Undefined while it is loading. */
  integrity: Integrity | undefined;
  /** It could not be loaded. */
  isUnknown: boolean;
};

/** Whether the bytes of a file are still those that were uploaded; when not, what happened and what to do. */
export function IntegrityNotice({ integrity, isUnknown }: Known) {
  if (isUnknown) {
    return (
      <Notice icon={<SealIcon />} title="Not available right now">
        The server did not answer. Close the details and try again later.
      </Notice>
    );
  }
  if (integrity === undefined) {
    return (
      <Notice icon={<SealIcon />} title="One moment">
        Looking up when this file was last verified.
      </Notice>
    );
  }
  if (integrity.damagedAt !== null) {
    return (
      <Notice tone="bad" icon={<WarningIcon />} title={`Damaged, found on ${dayText(integrity.damagedAt)}`}>
        The disk of the server lost or changed some of its bytes, so it can no longer be opened. If you have a copy,
        upload it again; otherwise ask the person who runs the server: what is left of the file is still there.
      </Notice>
    );
  }
  if (integrity.verifiedAt !== null) {
    return (
      <Notice tone="good" icon={<SealIcon />} title={`Verified on ${momentText(integrity.verifiedAt)}`}>
        Every byte was read again and is the same as when it was uploaded.
      </Notice>
    );
  }
  return (
    <Notice icon={<SealIcon />} title="Checked on arrival">
      Every byte will be checked again within a week.
    </Notice>
  );
}

/** The SHA-256 of a file: shortened, with a button that copies it; in full where copying is not possible. */
export function Sha256({ value, isUnknown }: { value: string | null | undefined; isUnknown: boolean }) {
  const [copied, setCopied] = useState(false);
  if (typeof value !== 'string')
    return isUnknown ? 'Not available right now' : value === null ? 'Not computed yet' : '…';
  if (!navigator.clipboard) return <code className="wrap-anywhere">{value}</code>;
  return (
    <>
      <code title={value}>{`${value.slice(0, 8)}…${value.slice(-4)}`}</code>
      <Button
        variant="quiet"
        compact
        aria-label={copied ? 'SHA-256 copied' : 'Copy the SHA-256'}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </>
  );
}
