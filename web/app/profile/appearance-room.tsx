import { Appearance } from '#web/features/account/profile/appearance.tsx';
import { OpensInChoice } from '#web/features/files/viewing/opens-in-choice.tsx';

/** `/dashboard/appearance`: how this browser shows things. */
export function AppearanceRoom() {
  return (
    <>
      <title>Appearance · Keepsake</title>
      <Appearance />
      <OpensInChoice />
    </>
  );
}
