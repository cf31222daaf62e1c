import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { errorHelp } from './account-error.ts';

/** Says that something failed and what to do; nothing while `failure` is undefined. */
export function FailureNotice({ failure }: { failure: unknown }) {
  if (failure === undefined) return null;
  return (
    <Notice tone="bad" icon={<WarningIcon />} title="That did not work.">
      {errorHelp(failure) ?? 'Try again in a moment.'}
    </Notice>
  );
}
