// The invitation by mail to a creator whom the account added, until somebody has answered it.
import type { CreatorInvitation } from '../../../domains/work/creators/creator-invitation.ts';
import { AppError } from '../../../kit/error.ts';
import { Card, Facts } from '../../components/card.tsx';
import { Time } from '../../format.tsx';
import { whyNot } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { part, Unread } from '../part.tsx';
import { Resend, Sent, WhyNotNow } from '../resending.tsx';
import { WRITES_NONE } from './creator-words.ts';

/** False where there is none; null when it could not be read. */
export async function invitationOf(at: PlaceVisit, id: string): Promise<CreatorInvitation | false | null> {
  const reading = at.run('GET /v1/creators/:id/invitation', { params: { id } });
  return await part(
    at,
    reading.catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return false;
      throw error;
    }),
  );
}

export function InvitationCard({
  at,
  email,
  invitation,
}: {
  at: PlaceVisit;
  email: string | null;
  invitation: CreatorInvitation | false | null;
}) {
  if (invitation === false) return null;
  return (
    <Card title="Invitation email">
      {invitation === null ? (
        <Unread at={at} title="The invitation" />
      ) : (
        <>
          <Facts
            facts={[
              ['Email', email],
              ['Sent', <Sent {...invitation} />],
              ...(invitation.scheduledAt === null
                ? []
                : [['Scheduled', <Time at={invitation.scheduledAt} exact />] as const]),
              ['Expires', 'When the creator claims or declines the profile'],
            ]}
          />
          {invitation.refusal !== null && (
            <p>
              <WhyNotNow {...invitation} />
            </p>
          )}
          <Resend sent={invitation} refused={whyNot(WRITES_NONE)(at)} />
        </>
      )}
    </Card>
  );
}
