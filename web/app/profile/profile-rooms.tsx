import { createApi } from '#client/api.ts';
import { ownServer } from '#client/server.ts';
import { Rooms } from '#web/features/account/rooms/rooms.tsx';

/** What every room calls. */
export const api = createApi(ownServer());

/** The frame of the rooms of the profile. */
export function ProfileRooms() {
  return <Rooms api={api} />;
}
