import { useMemo } from 'react';
import { useParams } from 'react-router';
import { createAdminApi } from '#client/admin-api.ts';
import { createApi } from '#client/api.ts';
import { AdminRooms } from '#web/features/account/administration/admin-rooms.tsx';
import { PeopleRoom } from '#web/features/account/administration/people-room.tsx';
import { ServerRoom } from '#web/features/account/administration/server/server-room.tsx';
import { useSessionServer } from '#web/features/account/session/use-session-server.ts';

/** `/people` and `/people/server`: for whoever runs the server. */
export function People() {
  const { room } = useParams();
  const server = useSessionServer();
  const [api, admin] = useMemo(() => [createApi(server), createAdminApi(server)], [server]);
  return (
    <AdminRooms api={api}>{room === 'server' ? <ServerRoom api={admin} /> : <PeopleRoom api={admin} />}</AdminRooms>
  );
}
