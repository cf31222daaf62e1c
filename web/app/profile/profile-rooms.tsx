import { Rooms } from '#web/features/account/rooms/rooms.tsx';
import { useApi } from './use-api.ts';

/** The frame of the rooms of the profile. */
export function ProfileRooms() {
  return <Rooms api={useApi()} />;
}
