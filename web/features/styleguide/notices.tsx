import { Button } from '#web/ui/controls/button.tsx';
import { FailedBar, ProgressBar } from '#web/ui/controls/progress-bar.tsx';
import { CheckIcon, OfflineIcon, WarningIcon } from '#web/ui/icons/icons.tsx';
import { Notice } from '#web/ui/overlays/notice.tsx';
import { Toast, ToastRegion } from '#web/ui/overlays/toast.tsx';
import { Row, Specimen } from './specimen.tsx';

export function Notices() {
  return (
    <>
      <Notice icon={<OfflineIcon />} title="You are offline.">
        You see what this device saved 12 minutes ago.
      </Notice>
      <Notice tone="good" icon={<CheckIcon />} title="Your account is ready. Log in." />
      <Notice
        tone="bad"
        icon={<WarningIcon />}
        title="This folder could not be opened."
        action={
          <Button variant="quiet" compact>
            Try again
          </Button>
        }
      >
        Your files are safe. Try again in a moment.
      </Notice>
    </>
  );
}

export function ToastsAndBars() {
  return (
    <Row>
      <Specimen of="running">
        <ToastRegion label="Uploads that run">
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
        </ToastRegion>
      </Specimen>
      <Specimen of="at the start, and uploaded">
        <ToastRegion label="Uploads at both ends">
          <Toast title="Letters from the coast of the sea.pdf" foot={<span>Waiting</span>}>
            <ProgressBar name="Letters" value={0} />
          </Toast>
          <Toast title="note.txt" foot={<span>Uploaded</span>}>
            <ProgressBar name="note.txt" value={1} />
          </Toast>
        </ToastRegion>
      </Specimen>
      <Specimen of="failed">
        <ToastRegion label="Uploads that failed">
          <Toast title="Garden plan.heic" onClose={() => {}} foot={<span>The disk of this server is full.</span>}>
            <FailedBar label="Error" />
          </Toast>
        </ToastRegion>
      </Specimen>
    </Row>
  );
}
