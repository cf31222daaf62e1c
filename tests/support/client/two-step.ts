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
  const turnOn = () => api.account.twoStep.turnOn({ code: app.code(-1) });
  // The step may have ended on the way.
  const { backupCodes } = await turnOn().catch(turnOn);
  return { ...app, secret, backupCodes };
}
