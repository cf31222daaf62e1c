import { AppPasswords } from '#web/features/account/profile/app-passwords.tsx';
import { api } from './profile-rooms.tsx';

/** `/dashboard/devices`: the programs that use the account. */
export function DevicesRoom() {
  return (
    <>
      <title>Devices and programs · Keepsake</title>
      <AppPasswords api={api} />
    </>
  );
}
