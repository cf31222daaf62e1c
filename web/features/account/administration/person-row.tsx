import { useState } from 'react';
import { visibleName } from '#contract/names/names.ts';
import type { Person } from '#contract/records/people.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { MoreIcon } from '#web/ui/icons/icons.tsx';
import type { MenuPlace } from '#web/ui/overlays/menu.tsx';
import { isWaiting, type PersonChange, type Wanted } from './person-change.ts';
import { PersonDialogs } from './person-dialogs.tsx';
import { PersonMenu } from './person-menu.tsx';
import { seenText } from './seen-text.ts';
import { quotaOf, spaceText } from './space-text.ts';
import { WaitingText } from './waiting-text.tsx';

type PersonRowProps = {
  person: Person;
  isMe: boolean;
  defaultQuota: number | null;
  running: boolean;
  now: number;
  onChange: (change: PersonChange) => Promise<boolean>;
  onEndSessions: () => Promise<boolean>;
  /** Whether a mail server took the mail; undefined when it could not be asked, and the page says why. */
  onSendReset: () => Promise<boolean | undefined>;
  onResetTwoStep: () => Promise<boolean>;
  /** People whose address or name has that text. */
  find: (text: string) => Promise<Person[]>;
};

const states = { active: undefined, disabled: 'Disabled', closing: 'Closing', closed: 'Closed' } as const;

/** One account: how much, since when, and what can be done with it. */
export function PersonRow(props: PersonRowProps) {
  const { person, isMe, defaultQuota, running, now, onChange, onEndSessions, onSendReset, onResetTwoStep, find } =
    props;
  const [menu, setMenu] = useState<MenuPlace>();
  const [wanted, setWanted] = useState<Wanted>();
  /** What was done and shows in no other way. */
  const [done, setDone] = useState<string>();
  const name = visibleName(person.name);
  const quota = quotaOf(person, defaultQuota);
  const space = spaceText(person.usedBytes, quota);
  const about = [person.email === person.name ? '' : person.email, person.hasTwoStepLogin ? 'two-step login' : '']
    .filter(Boolean)
    .join(', ');
  const badge = states[person.state] ?? (person.role === 'administrator' ? 'Administrator' : undefined);

  async function tell(work: Promise<boolean>, text: string): Promise<boolean> {
    const isDone = await work;
    if (isDone) setDone(text);
    return isDone;
  }

  async function sendReset(): Promise<void> {
    const isSent = await onSendReset();
    if (isSent === true) setDone('A password link was mailed just now');
    if (isSent === false) setWanted('unsent');
  }

  function want(what: Wanted) {
    setMenu(undefined);
    setDone(undefined);
    setWanted(what);
  }

  return (
    <tr className={person.state === 'active' ? undefined : 'people__off'}>
      <td className="people__who">
        <span className="people__letter" aria-hidden="true">
          {String.fromCodePoint(name.codePointAt(0) ?? 0x3f).toUpperCase()}
        </span>
        <span className="min-w-0">
          <b className="wrap-anywhere">{name}</b>
          {badge ? <span className="people__badge">{badge}</span> : null}
          {about === '' ? null : <span className="meta wrap-anywhere">{about}</span>}
          {isWaiting(person) ? <WaitingText person={person} /> : null}
          {done === undefined ? null : <output className="meta">{done}</output>}
        </span>
      </td>
      <td className="people__space">
        {quota === null ? null : (
          <span className="people__meter" data-full={space.isNearlyFull || undefined} aria-hidden="true">
            <i style={{ width: `${space.share * 100}%` }} />
          </span>
        )}
        <span className="meta">{space.text}</span>
      </td>
      <td className="people__seen">{seenText(person.lastSeenAt, now)}</td>
      <td className="people__act">
        <Button
          variant="quiet"
          icon
          disabled={running}
          aria-label={`Actions for ${name}`}
          aria-haspopup="menu"
          aria-expanded={menu !== undefined}
          onClick={({ currentTarget }) => setMenu(currentTarget.getBoundingClientRect())}
        >
          <MoreIcon />
        </Button>
        {menu ? (
          <PersonMenu
            person={person}
            isMe={isMe}
            at={menu}
            onWant={want}
            onEnable={() => {
              setMenu(undefined);
              void onChange({ state: 'active' });
            }}
            onClose={() => setMenu(undefined)}
          />
        ) : null}
        {wanted ? (
          <PersonDialogs
            wanted={wanted}
            person={person}
            name={name}
            defaultQuota={defaultQuota}
            onChange={onChange}
            onEndSessions={() => tell(onEndSessions(), 'Logged out everywhere just now')}
            onSendReset={sendReset}
            onResetTwoStep={onResetTwoStep}
            find={find}
            onClose={() => setWanted(undefined)}
          />
        ) : null}
      </td>
    </tr>
  );
}
