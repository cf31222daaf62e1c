import type { Principal } from '#server/accounts/principal.ts';
import { rememberedMs } from '#server/accounts/session-cache.ts';
import type { Identify } from './identify.ts';

/** Who began a request, and whether they still may finish it when its last byte is here. */
export type Identity = {
  principal: Principal;
  /**
   * Nothing to ask when the request took less time than a session is remembered for, and none ended meanwhile; else the
   * principal is identified again. Throws what `Identify` throws.
   */
  confirm(): Promise<void>;
};

export type FindIdentity = (headers: Headers) => Promise<Identity>;

type Deps = {
  identify: Identify;
  /** Rises whenever a session or an app password may have ended, as far as this node knows. */
  endings: () => number;
};

/** Identifies those who send bytes, which takes a while: a session that ends meanwhile makes no file any more. */
export function createIdentity({ identify, endings }: Deps): FindIdentity {
  return async (headers) => {
    const endingsBefore = endings();
    const identifiedAt = performance.now();
    const principal = await identify(headers);
    return {
      principal,
      async confirm() {
        const isFresh = performance.now() - identifiedAt < rememberedMs && endings() === endingsBefore;
        if (!isFresh) await identify(headers);
      },
    };
  };
}
