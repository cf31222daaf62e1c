/** What is loaded together for the rooms of the profile. */
export { AppearanceRoom } from './appearance-room.tsx';
export { DevicesRoom } from './devices-room.tsx';
export { ProfileRoom } from './profile-room.tsx';
export { ProfileRooms } from './profile-rooms.tsx';
export { SecurityRoom } from './security-room.tsx';
export { StorageRoom } from './storage-room.tsx';
