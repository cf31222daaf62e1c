import { useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { CheckIcon, CopyIcon } from '#web/ui/icons/icons.tsx';

type Copied = 'yes' | 'no';

/** Puts a text into the clipboard, and says on itself whether it did; nothing where there is none, as without HTTPS. */
export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState<Copied>();
  if (!navigator.clipboard) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    );
  return (
    <>
      <Button variant="quiet" onClick={() => void copy()} onBlur={() => setCopied(undefined)}>
        {copied === 'yes' ? <CheckIcon /> : <CopyIcon />}
        {copied === 'yes' ? 'Copied' : 'Copy the text'}
      </Button>
      <span className={copied === 'no' ? 'num' : 'sr-only'} role="status">
        {copied === 'no' ? 'The browser did not allow it.' : copied === 'yes' ? 'The text is copied.' : ''}
      </span>
    </>
  );
}
