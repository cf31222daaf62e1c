import { useId, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';

/** A text to copy. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId();
  const [copied, setCopied] = useState(false);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="copy-field">
        <input
          className="input"
          id={id}
          value={value}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        {navigator.clipboard ? (
          <Button
            variant="primary"
            onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
