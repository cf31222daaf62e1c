import { startFirefox, type Tab } from '#tests/support/browser/firefox.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { describeHostileFiles } from './suite.ts';

describeHostileFiles('Firefox', openTabs, 6);

async function openTabs(person: Person, { baseUrl }: { baseUrl: string }, count: number): Promise<Tab[]> {
  const firefox = await startFirefox();
  await firefox.setCookies(baseUrl, person.cookies());
  const tabs: Tab[] = [];
  while (tabs.length < count) tabs.push(await firefox.newTab());
  return tabs;
}
