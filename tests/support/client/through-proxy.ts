import type { Server } from '#client/server.ts';
import type { Person } from './build-account.ts';
import { type Passing, type Plan, startFaultProxy } from './fault-proxy.ts';

/** The person's server behind a proxy that follows a plan and notes what passes. */
export async function throughProxy(person: Person, plan: Plan = () => undefined) {
  const passed: Passing[] = [];
  const proxy = await startFaultProxy(person.server.baseUrl, (passing) => {
    passed.push(passing);
    return plan(passing);
  });
  const server: Server = { ...person.server, baseUrl: proxy.baseUrl };
  return { ...proxy, server, passed, methods: () => passed.map(({ method }) => method) };
}
