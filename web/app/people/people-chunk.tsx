import { useParams } from 'react-router';
import { createAdminApi } from '#client/admin-api.ts';
import { createApi } from '#client/api.ts';
import { ownServer } from '#client/server.ts';
import { AdminRooms } from '#web/features/account/administration/admin-rooms.tsx';
import { PeopleRoom } from '#web/features/account/administration/people-room.tsx';
import { ServerRoom } from '#web/features/account/administration/server-room.tsx';

const api = createApi(ownServer());
const admin = createAdminApi(ownServer());

/** `/people` and `/people/server`: for whoever runs the server. */
export function People() {
  const { room } = useParams();
  return (
    <AdminRooms api={api}>{room === 'server' ? <ServerRoom api={admin} /> : <PeopleRoom api={admin} />}</AdminRooms>
  );
}
