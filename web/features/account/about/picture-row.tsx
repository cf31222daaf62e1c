import { useRef, useState } from 'react';
import type { ApiClient } from '#client/api.ts';
import { ApiError } from '#client/api-error.ts';
import { putProfilePicture } from '#client/profile-picture.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { errorHelp } from '../login/account-error.ts';
import { useSessionServer } from '../session/use-session-server.ts';
import { smallerPicture } from './smaller-picture.ts';

type PictureRowProps = {
  api: Pick<ApiClient, 'account'>;
  /** Whether the person chose one. */
  hasOwn: boolean;
  change: (work: () => Promise<void>) => Promise<boolean>;
};

/** Chooses the picture, or takes it away again. */
export function PictureRow({ api, hasOwn, change }: PictureRowProps) {
  const server = useSessionServer();
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function choose(file: File | undefined) {
    if (file === undefined) return;
    setRunning(true);
    setProblem(undefined);
    try {
      await putProfilePicture(server, await smallerPicture(file));
      await change(async () => {});
    } catch (error) {
      setProblem(problemOf(error));
    }
    setRunning(false);
    // The same file can be chosen again.
    if (input.current) input.current.value = '';
  }

  return (
    <>
      <div className="profile__row">
        <div className="min-w-0">
          <p>Picture</p>
          <p className="meta">{hasOwn ? 'Your own. Only you see it.' : 'Hot air balloons'}</p>
        </div>
        {hasOwn ? (
          <Button
            variant="quiet-danger"
            compact
            disabled={running}
            aria-label="Remove picture"
            onClick={() => void change(() => api.account.profile.removePicture())}
          >
            Remove
          </Button>
        ) : null}
        <Button compact busy={running} onClick={() => input.current?.click()}>
          Change picture
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label="Picture"
          hidden
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
      </div>
      {problem === undefined ? null : (
        <Notice tone="bad" icon={<WarningIcon />} title="The picture was not changed.">
          {problem}
        </Notice>
      )}
    </>
  );
}

function problemOf(error: unknown): string {
  if (error instanceof ApiError && (error.code === 'no-picture' || error.code === 'body-too-large'))
    return 'This file cannot be read as a picture. Choose a JPEG, PNG or WebP.';
  return errorHelp(error) ?? 'Try again in a moment.';
}
