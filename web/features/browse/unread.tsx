import { ApiError } from '#client/api-error.ts';
import { messages } from '#contract/messages.ts';
import { Button } from '../../ui/button.tsx';
import { WarningIcon } from '../../ui/icons/icons.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Stands where a folder would, or below the part of it that was read, and says why. */
export function Unread({ error, rest, retry }: { error: Error; rest?: boolean; retry: () => void }) {
  const unreached = error instanceof ApiError && error.code === 'unavailable';
  const title = rest ? 'The rest of this folder could not be read.' : 'This folder could not be read.';
  return (
    <Notice
      tone="bad"
      icon={<WarningIcon />}
      title={unreached && !rest ? messages.offline : title}
      action={
        <Button look="quiet" compact onClick={retry}>
          Try again
        </Button>
      }
    >
      {unreached
        ? 'You are offline: the server cannot be reached. Check the connection, then try again.'
        : 'Your things are safe where they were.'}
    </Notice>
  );
}
