import { AppPasswords } from '#web/features/account/profile/app-passwords.tsx';
import { useApi } from './use-api.ts';

/** `/dashboard/devices`: the programs that use the account. */
export function DevicesRoom() {
  return (
    <>
      <title>Devices and programs · Keepsake</title>
      <AppPasswords api={useApi()} />
    </>
  );
}
