// The pending invitations of a team.
import type { TeamInvitation } from '../../../domains/accounts/team/team.ts';
import { Badge, Card } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Table } from '../../components/table.tsx';
import { Time, words } from '../../format.tsx';
import { whyNot } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { Resend, Sent, WhyNotNow } from '../resending.tsx';

const mayNot = whyNot('Owners and admins invite people.');

export function TeamInvitations({
  at,
  invitations,
}: {
  at: PlaceVisit;
  invitations: readonly TeamInvitation[];
}) {
  const refused = mayNot(at);
  const refusedFor = ({ role }: TeamInvitation): string | null =>
    refused ?? (role === 'owner' && at.place.role !== 'owner' ? 'Only owners invite owners.' : null);
  if (invitations.length === 0)
    return (
      <Card title="Invitations">
        <EmptyState title="No pending invitations" icon="people">
          {refused ?? 'Invitations that you send below appear here until they are accepted.'}
        </EmptyState>
      </Card>
    );
  return (
    <Card title="Invitations" flush>
      <Table
        label="Invitations"
        rows={invitations}
        columns={[
          { label: 'Address', main: true, cell: (one) => one.email },
          { label: 'Role', cell: (one) => <Badge>{words(one.role)}</Badge> },
          {
            label: 'Sent',
            cell: (one) => (
              <span class="two-lines">
                <span>
                  <Sent {...one} />
                </span>
                <WhyNotNow {...one} />
              </span>
            ),
          },
          { label: 'Expires', cell: (one) => <Time at={one.expiresAt} /> },
          {
            label: 'Actions',
            actions: true,
            cell: (one) => (
              <>
                <Resend sent={one} refused={refusedFor(one)} id={one.id} of={`, ${one.email}`} small />
                {refused === null && (
                  <Confirm
                    action="cancel"
                    id={one.id}
                    small
                    label="Cancel"
                    title={`Cancel the invitation of ${one.email}?`}
                    confirm="Cancel invitation"
                  >
                    The link in the invitation stops working.
                  </Confirm>
                )}
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}
