import { exitCodes } from '#contract/command-line.ts';
import { ApiError } from '../../api-error.ts';
import { type Config, configPath, readConfig, removeConfig } from '../shared/config-file.ts';
import { connect } from '../shared/connection.ts';
import { exitCodeOf } from '../shared/errors.ts';
import type { Output } from '../shared/output.ts';

/** The codes of a server where the app password is of no use any more. */
const gone = ['unauthenticated', 'app-password-not-found'];

/** Revokes the app password that `login` made, and forgets it; one that was given to `login` is only forgotten. */
export async function logOut(output: Output): Promise<number> {
  const config = await readConfig();
  const revoked = await revokeMade(config).catch((error: unknown) => {
    if (exitCodeOf(error) === exitCodes.unreachable)
      output.warn(
        `You are still logged in. If ${config.baseUrl} is gone for good, remove ${configPath()}, which is all that logging out does here.`,
      );
    throw error;
  });
  await removeConfig();
  output.result({ baseUrl: config.baseUrl, revoked }, () =>
    revoked
      ? `Logged out of ${config.baseUrl}. The app password is revoked.`
      : `Logged out of ${config.baseUrl}. The app password works elsewhere until it is revoked in your profile.`,
  );
  return exitCodes.ok;
}

/** Returns whether the app password gives no access any more. Throws if the server cannot be asked. */
export async function revokeMade(config: Config): Promise<boolean> {
  const { appPasswordId: id } = config;
  if (id === undefined) return false;
  try {
    await connect(config, 0).api.appPasswords.revoke({ id });
    return true;
  } catch (error) {
    if (error instanceof ApiError && gone.includes(error.code)) return true;
    // An older server leaves that to people.
    if (error instanceof ApiError && error.code === 'session-needed') return false;
    throw error;
  }
}
