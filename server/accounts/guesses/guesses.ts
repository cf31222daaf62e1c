import { createHash } from 'node:crypto';
import {
  maxCallsByAddress,
  maxGuessesByDevice,
  maxGuessesByNetwork,
  maxGuessesByStrangers,
  maxLogInsByDevice,
  maxResetMails,
} from '#contract/limits.ts';
import { networksOf, widestOf } from '../networks.ts';
import type { AttemptLimit, AttemptRule, Attempts } from './attempts.ts';
import type { DeviceAccount } from './device-cookies.ts';

/** An attempt to log in, under the keys that it was counted under. */
export type Guess = {
  /** Counts that end when the password is right. */
  forgotten: string[];
  /** Counts that continue for others; a right password is not one of them. */
  givenBack: string[];
  /** Counts of log-ins, right or wrong. */
  counted: string[];
  /** The account, if the address has one. */
  account: DeviceAccount | undefined;
  /** The browser, if it has logged in to the account before. */
  device: string | undefined;
};

export type Guesses = ReturnType<typeof createGuesses>;

/**
 * Decides who may try a password (decision 39). Browsers that are not known share the limits of their network and of the
 * account; a known browser has its own, which nobody else can use up. Methods that count return undefined if the attempt is
 * permitted, otherwise the milliseconds until the next one is.
 */
export function createGuesses(attempts: Attempts) {
  return {
    /** Counts a call to any path other than that of the log-in. */
    call: (path: string, address: string): Promise<number | undefined> => attempts.take(callLimits(path, address)),

    /** Counts an attempt to log in with an email address, which need not have an account. */
    async logIn(email: string, address: string, known: Pick<Guess, 'account' | 'device'>): Promise<LogIn> {
      const name = digest(email);
      const isKnown = known.device !== undefined;
      const key = `sign-in:${name}:${isKnown ? `device:${known.device}` : widestOf(address)}`;
      const tiers = limitsOf(key, isKnown ? maxGuessesByDevice : maxGuessesByNetwork);
      const shared: AttemptLimit[] = isKnown ? [] : [{ key: `sign-in:${name}`, ...maxGuessesByStrangers }];
      const calls = isKnown ? [] : callLimits('/sign-in/email', address);
      const logIns: AttemptLimit[] = isKnown ? [{ key: `${key}:log-ins`, ...maxLogInsByDevice }] : [];
      const waitMs = await attempts.take([...calls, ...tiers, ...shared, ...logIns]);
      if (waitMs !== undefined) return { waitMs };
      return { guess: { ...known, forgotten: keysOf(tiers), givenBack: keysOf(shared), counted: keysOf(logIns) } };
    },

    /**
     * Ends an attempt to log in: wrong passwords and codes stay counted, and log-ins of known browsers; what was undecided does
     * not. A first step that was right ends no count: who knows the password could guess codes for ever.
     */
    async settle({ forgotten, givenBack, counted }: Guess, outcome: Outcome): Promise<void> {
      if (outcome === 'wrong') return;
      if (outcome === 'right') await attempts.forget(forgotten);
      const others = outcome === 'right' ? [...givenBack] : [...forgotten, ...givenBack];
      if (outcome === 'undecided') others.push(...counted);
      if (others.length > 0) await attempts.giveBack(others);
    },

    /** Counts a reset mail to an address, which need not have an account. */
    resetMail: (email: string): Promise<number | undefined> =>
      attempts.take([{ key: `reset:${digest(email)}`, ...maxResetMails }]),
  };
}

type Outcome = 'right' | 'first-step' | 'wrong' | 'undecided';

type LogIn = { waitMs: number } | { guess: Guess };

function callLimits(path: string, address: string): AttemptLimit[] {
  const { others, ...ofPaths } = maxCallsByAddress;
  const rule = (ofPaths as Record<string, AttemptRule>)[path] ?? others;
  return networksOf(address).map(({ name, factor }) => ({
    key: `${path}:${name}`,
    max: rule.max * factor,
    windowMs: rule.windowMs,
  }));
}

function limitsOf(key: string, rules: Record<string, AttemptRule>): AttemptLimit[] {
  return Object.entries(rules).map(([name, rule]) => ({ key: `${key}:${name}`, ...rule }));
}

function keysOf(limits: readonly AttemptLimit[]): string[] {
  return limits.map(({ key }) => key);
}

/** So that addresses without an account are not stored. */
function digest(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
