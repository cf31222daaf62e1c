import { errorCode } from '../login/account-error.ts';
import { FailureNotice } from '../login/failure-notice.tsx';
import { adminHelp } from './admin-error.ts';

type Props = { failure: unknown; retry: (() => Promise<void>) | undefined };

/** Why something of these rooms failed. To who is no administrator, and may not even read them, nothing else is offered. */
export function AdminFailure({ failure, retry }: Props) {
  if (retry === undefined || errorCode(failure) !== 'not-allowed')
    return <FailureNotice failure={failure} help={adminHelp} retry={retry} />;
  return (
    <FailureNotice
      failure={failure}
      title="You are not an administrator."
      help={() => 'Ask one of them for what you need here.'}
    />
  );
}
