const program = '/usr/bin/ffmpeg';
const hidden = '[ ! -e "$0" ] || mount --bind /dev/null "$0" || exit 1; exec "$@"';

/** What a server is started through whose machine has no ffmpeg: it sees something there that is no program. */
export const withoutDecoder: string[] = ['unshare', '-rm', 'sh', '-c', hidden, program];
