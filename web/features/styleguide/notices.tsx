import { Button } from '#web/ui/controls/button.tsx';
import { FailedBar, ProgressBar } from '#web/ui/controls/progress-bar.tsx';
import { CheckIcon, OfflineIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { Toast, Toasts } from '#web/ui/overlays/toast.tsx';
import { Row, Specimen } from './specimen.tsx';

export function Notices() {
  return (
    <>
      <Notice icon={<OfflineIcon />} title="You are offline.">
        You see what this device remembers from 12 minutes ago.
      </Notice>
      <Notice tone="good" icon={<CheckIcon />} title="Your account is ready. Log in." />
      <Notice
        tone="bad"
        icon={<WarningIcon />}
        title="This folder could not be read."
        action={
          <Button look="quiet" compact>
            Try again
          </Button>
        }
      >
        Your things are safe where they were.
      </Notice>
    </>
  );
}

export function ToastsAndBars() {
  return (
    <Row>
      <Specimen of="running">
        <Toasts label="Uploads that run">
          <Toast
            title="Birthday film.mov"
            foot={
              <>
                <span>Uploading</span>
                <button type="button">Pause</button>
                <button type="button">Cancel</button>
              </>
            }
          >
            <ProgressBar name="Birthday film.mov" value={0.42} />
          </Toast>
        </Toasts>
      </Specimen>
      <Specimen of="at the start, and kept">
        <Toasts label="Uploads at both ends">
          <Toast title="Letters from the coast of the sea.pdf" foot={<span>Waiting</span>}>
            <ProgressBar name="Letters" value={0} />
          </Toast>
          <Toast title="note.txt" foot={<span>Kept</span>}>
            <ProgressBar name="note.txt" value={1} />
          </Toast>
        </Toasts>
      </Specimen>
      <Specimen of="failed">
        <Toasts label="Uploads that failed">
          <Toast title="Garden plan.heic" onClose={() => {}} foot={<span>The disk of this server is full.</span>}>
            <FailedBar label="Error" />
          </Toast>
        </Toasts>
      </Specimen>
    </Row>
  );
}
