import type { ReactNode } from 'react';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import type { Trouble } from './use-account-form.ts';

export const troubleId = 'trouble';

/** The slip above a form that could not be sent. Without a help sentence of its own it shows `children`. */
export function TroubleNotice({ trouble, children }: { trouble: Trouble; children?: ReactNode }) {
  return (
    <Notice tone="bad" icon={<WarningIcon />} id={troubleId} title={trouble.message}>
      {trouble.help ?? children}
    </Notice>
  );
}
