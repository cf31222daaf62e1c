import { useEffect, useState } from 'react';
import type { Storage } from '#contract/api/storage-api.ts';
import type { AccountArchive } from '#contract/records/archives.ts';
import { counted, sizeText } from '#contract/texts/amounts.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { Button, buttonClass } from '#web/ui/controls/button.tsx';
import { CheckIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { useConfirmed } from '../confirm/confirmed-context.ts';
import { errorCode, errorHelp } from '../login/account-error.ts';
import type { LeavingApi } from './leaving-api.ts';

/** Makes the archive of the account, as far as the person wants it, and offers its download. */
export function TakeEverything({ api, onClose }: { api: LeavingApi; onClose: () => void }) {
  const confirmed = useConfirmed();
  const [storage, setStorage] = useState<Storage>();
  const [wanted, setWanted] = useState({ versions: true, trash: false });
  const [running, setRunning] = useState(false);
  const [archive, setArchive] = useState<AccountArchive>();
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    // Without the sizes the choice is the same.
    api.storage().then(setStorage, () => {});
  }, [api]);

  async function make() {
    setRunning(true);
    setFailure(undefined);
    try {
      setArchive(await confirmed(() => api.account.archive(wanted)));
    } catch (error) {
      setFailure(error);
    }
    setRunning(false);
  }

  return (
    <Dialog title="Take everything with you" onClose={onClose}>
      {archive === undefined ? (
        <>
          <p>One zip with all your folders and files, what Keepsake knows of them, and a list of checksums.</p>
          <div className="mt-4">
            <Tick label="Folders and files" size={storage && liveBytes(storage)} checked />
            <Tick
              label="Old versions"
              size={storage?.oldVersions.bytes}
              checked={wanted.versions}
              onChange={(versions) => setWanted({ ...wanted, versions })}
            />
            <Tick
              label="What is in Trash"
              size={storage?.trash.bytes}
              checked={wanted.trash}
              onChange={(trash) => setWanted({ ...wanted, trash })}
            />
          </div>
          {failure === undefined ? null : (
            <Notice tone="bad" icon={<WarningIcon />} title="That did not work.">
              {failureText(failure)}
            </Notice>
          )}
          <div className="dialog__actions">
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" busy={running} onClick={() => void make()}>
              Make the archive
            </Button>
          </div>
        </>
      ) : (
        <Ready archive={archive} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Ready({ archive, onClose }: { archive: AccountArchive; onClose: () => void }) {
  const { url, size, files, damaged, expiresAt } = archive;
  return (
    <>
      <Notice tone="good" icon={<CheckIcon />} title="The archive is ready.">
        {counted(files, 'file')}, {sizeText(size)}. You can download it until {dayText(expiresAt)}; if the connection
        breaks, resume it in your browser.
      </Notice>
      {damaged === 0 ? null : (
        <Notice tone="bad" icon={<WarningIcon />} title={`${counted(damaged, 'file')} could not be read.`}>
          The bytes are damaged on the disk of this server. The metadata in the archive says which.
        </Notice>
      )}
      <div className="dialog__actions">
        <Button onClick={onClose}>Close</Button>
        <a className={buttonClass({ variant: 'primary' })} href={url} download>
          Download {sizeText(size)}
        </a>
      </div>
    </>
  );
}

type TickProps = {
  label: string;
  /** In bytes. */
  size: number | undefined;
  checked: boolean;
  /** Undefined for what is always in it. */
  onChange?: (checked: boolean) => void;
};

function Tick({ label, size, checked, onChange }: TickProps) {
  return (
    <label className="profile__tick">
      <input
        type="checkbox"
        checked={checked}
        disabled={onChange === undefined}
        onChange={() => onChange?.(!checked)}
      />
      <span>
        {label}
        <span className="meta">{size === undefined ? null : sizeText(size)}</span>
      </span>
    </label>
  );
}

/** Of the current versions that are not in Trash. */
function liveBytes({ kinds, trash }: Storage): number {
  return kinds.reduce((sum, { bytes }) => sum + bytes, 0) - trash.bytes;
}

function failureText(failure: unknown): string {
  if (errorCode(failure) === 'archive-changed')
    return 'Your folders change all the time. Wait until uploads are done, then try again.';
  return errorHelp(failure) ?? 'Try again in a moment.';
}
