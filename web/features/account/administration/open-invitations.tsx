import type { Invitation } from '#contract/records/people.ts';
import { dayText } from '#web/ui/browser/day-text.ts';
import { Button } from '#web/ui/controls/button.tsx';

type OpenInvitationsProps = { invitations: Invitation[]; running: boolean; onRevoke: (id: string) => Promise<boolean> };

/** The links that still let somebody in. */
export function OpenInvitations({ invitations, running, onRevoke }: OpenInvitationsProps) {
  if (invitations.length === 0) return null;
  return (
    <>
      <h3 id="open-invitations">Open invitations</h3>
      <ul aria-labelledby="open-invitations">
        {invitations.map(({ id, email, createdAt, expiresAt }) => (
          <li className="profile__row profile__row--ruled" key={id}>
            <div className="min-w-0">
              <p className="wrap-anywhere">{email ?? 'A link for anybody'}</p>
              <p className="meta">
                Made on {dayText(createdAt)}, ends on {dayText(expiresAt)}
              </p>
            </div>
            <Button
              variant="quiet-danger"
              compact
              disabled={running}
              aria-label={`Take back the invitation for ${email ?? 'anybody'}`}
              onClick={() => void onRevoke(id)}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
