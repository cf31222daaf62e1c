import { TOTP } from 'otpauth';
import type { Person } from './build-account.ts';

/** An authenticator app with the secret of a person. */
export function authenticator(secret: string) {
  const app = new TOTP({ secret });
  return {
    /** The code of the time step so many steps from now. A code works once, and no earlier one after it. */
    code: (steps = 0): string => app.generate({ timestamp: Date.now() + steps * 30_000 }),
  };
}

/** Turns on two-step login, with the code of the step before this one: those of this step and the next are left. */
export async function turnOnTwoStep({ api }: Pick<Person, 'api'>) {
  const { secret } = await api.account.twoStep.begin();
  const app = authenticator(secret);
  const { backupCodes } = await api.account.twoStep.turnOn({ code: app.code(-1) });
  return { ...app, secret, backupCodes };
}
