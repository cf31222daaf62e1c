import { Button } from '#web/ui/controls/button.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { errorHelp } from './account-error.ts';

type FailureNoticeProps = {
  failure: unknown;
  title?: string;
  /** What to do, unless it is what is done about every error of an account. */
  help?: (failure: unknown) => string;
  /** Offered as a button, where something could not be loaded. */
  retry?: (() => Promise<void>) | undefined;
};

/** Says that something failed and what to do; nothing while `failure` is undefined. */
export function FailureNotice({ failure, title, help = helpOf, retry }: FailureNoticeProps) {
  if (failure === undefined) return null;
  return (
    <Notice
      tone="bad"
      icon={<WarningIcon />}
      title={title ?? (retry ? 'This could not be loaded.' : 'That did not work.')}
      action={
        retry ? (
          <Button variant="quiet" compact onClick={() => void retry()}>
            Try again
          </Button>
        ) : undefined
      }
    >
      {help(failure)}
    </Notice>
  );
}

function helpOf(failure: unknown): string {
  return errorHelp(failure) ?? 'Try again in a moment.';
}
