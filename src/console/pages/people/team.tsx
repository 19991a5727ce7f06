import { ROLES } from '../../../auth/actor.ts';
import { teamOperations } from '../../../domains/accounts/team/operations.ts';
import { Button } from '../../components/button.tsx';
import { Badge, Card, PageHead } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Select, TextField } from '../../components/fields.tsx';
import { Find } from '../../components/find.tsx';
import { Form } from '../../components/form.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { Proof } from '../../proof.tsx';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { TeamInvitations } from './team-invitations.tsx';

const {
  listTeam,
  listUnownedClients,
  createInvitation,
  resendInvitation,
  cancelInvitation,
  updateMembership,
  removeMember,
  leaveAccount,
  inviteFirstOwner,
  setFactorRequirement,
} = teamOperations;

const HINTS = {
  owner: 'full access, manages owners',
  admin: 'full access except owners',
  member: 'views all but money, changes nothing',
};
/** The roles that the person can give: admins cannot make owners. */
const rolesFor = (at: PlaceVisit) =>
  ROLES.filter((role) => at.place.role === 'owner' || role !== 'owner').map((role) => ({
    value: role,
    label: `${words(role)}: ${HINTS[role]}`,
  }));
const invited = (email: string, mailed: boolean) =>
  mailed
    ? `An invitation to ${email} is on its way.`
    : `${email} is invited, but gets no more mail today. Ask them to sign in: the invitation is shown there.`;

export const teamPage = placePage({
  path: '/team',
  proves: ['invite', 'inviteOwner', 'change', 'remove', 'leave', 'requireFactor', 'releaseFactor'],
  show: async (at) => {
    const managing = writes(at.place);
    const looked = at.form?.action === 'inviteOwner' ? at.form.input.text('clientName') : '';
    const [{ members, invitations, requiresFactor }, clients] = await Promise.all([
      at.run(listTeam),
      managing && at.place.type === 'partner' && at.place.role === 'owner'
        ? at.run(listUnownedClients, { query: looked ? { name: looked } : {} })
        : null,
    ]);
    type Member = (typeof members)[number];
    const mayChange = (member: Member) => managing && (at.place.role === 'owner' || member.role !== 'owner');
    return {
      title: 'Team',
      body: (
        <>
          <PageHead title="Team">People with access to {at.place.name}, and their roles.</PageHead>
          <Card title="People" flush>
            <Table
              label="People"
              rows={members}
              columns={[
                {
                  label: 'Person',
                  main: true,
                  cell: (one) => (
                    <TwoLines title={one.you ? `${one.name} (you)` : one.name}>{one.email}</TwoLines>
                  ),
                },
                { label: 'Role', cell: (one) => <Badge>{words(one.role)}</Badge> },
                { label: 'Since', cell: (one) => <Time at={one.since} /> },
                ...(managing ? [{ label: 'Second factor', cell: factorOf }] : []),
                {
                  label: 'Actions',
                  actions: true,
                  cell: (one) => (
                    <>
                      {mayChange(one) && (
                        <Confirm
                          action="change"
                          id={one.id}
                          look="secondary"
                          small
                          label="Change role"
                          title={`Change role for ${one.name}`}
                          confirm="Change role"
                          seen={one.role}
                        >
                          <Select name="role" label="Role" value={one.role} options={rolesFor(at)} required />
                        </Confirm>
                      )}
                      {mayChange(one) && !one.you && (
                        <Confirm
                          action="remove"
                          id={one.id}
                          small
                          label="Remove"
                          title={`Remove ${one.name} from ${at.place.name}?`}
                          confirm="Remove person"
                        >
                          {one.name} loses access to this account immediately, and so do the apps that{' '}
                          {one.name} connected.
                        </Confirm>
                      )}
                    </>
                  ),
                },
              ]}
            />
          </Card>
          <TeamInvitations at={at} invitations={invitations} />
          {managing && (
            <Card title="Invite teammate">
              <Form action="invite">
                <TextField name="email" label="Email address" type="email" required />
                <Select name="role" label="Role" value="member" options={rolesFor(at)} required />
                <Proof action="invite" />
                <Button>Send invitation</Button>
              </Form>
            </Card>
          )}
          {clients && (clients.clients.length > 0 || looked) && (
            <Card title="Invite the first owner of a client brand">
              <p class="quiet">
                A client brand without people gets its first owner from you. The owner invites the others.
              </p>
              <Form action="inviteOwner" enters="Send invitation">
                {(clients.more || looked) && (
                  <Find
                    name="clientName"
                    label="Find a client by name"
                    more={clients.more}
                    found={clients.clients.length > 0 ? 'Choose one below.' : 'No client of this name.'}
                  />
                )}
                <Select
                  name="brand"
                  label="Brand"
                  options={clients.clients.map(({ id, name }) => ({ value: id, label: name }))}
                  required
                />
                <TextField name="email" label="Email address" type="email" required />
                <Proof action="inviteOwner" />
                <Button look="secondary">Send invitation</Button>
              </Form>
            </Card>
          )}
          <Card title="Second factor">
            <FactorRequirement at={at} required={requiresFactor} />
          </Card>
          <Card title="Leave">
            <Confirm
              action="leave"
              label={`Leave ${at.place.name}`}
              title={`Leave ${at.place.name}?`}
              confirm="Leave account"
            >
              You lose access to this account immediately, and so do the apps that you connected. To come
              back, you need a new invitation.
            </Confirm>
          </Card>
        </>
      ),
    };
  },
  actions: {
    invite: async (at, form) => {
      const body = { email: form.text('email'), role: form.text('role') };
      const { mailed } = await at.run(createInvitation, { body });
      return at.go(at.to('/team'), invited(body.email, mailed));
    },
    inviteOwner: async (at, form) => {
      const body = { email: form.text('email') };
      const { mailed } = await at.run(inviteFirstOwner, { params: { id: form.text('brand') }, body });
      return at.go(at.to('/team'), invited(body.email, mailed));
    },
    resend: async (at, form) => {
      const { email } = await at.run(resendInvitation, {
        params: { id: form.text('_id') },
        body: { sentCount: Number(form.seen) },
      });
      return at.go(at.to('/team'), `A new invitation to ${email} is on its way. It expires in 7 days.`);
    },
    cancel: async (at, form) => {
      await at.run(cancelInvitation, { params: { id: form.text('_id') } });
      return at.go(at.to('/team'), 'The invitation is cancelled.');
    },
    change: async (at, form) => {
      await at.run(updateMembership, {
        params: { id: form.text('_id') },
        body: { role: form.text('role'), was: form.seen },
      });
      return at.go(at.to('/team'), 'The role is changed.');
    },
    remove: async (at, form) => {
      await at.run(removeMember, { params: { id: form.text('_id') } });
      return at.go(at.to('/team'), 'The person is removed.');
    },
    requireFactor: async (at) => {
      await at.run(setFactorRequirement, { body: { required: true } });
      return at.go(at.to('/team'), 'A second factor is required from now on.');
    },
    releaseFactor: async (at) => {
      await at.run(setFactorRequirement, { body: { required: false } });
      return at.go(at.to('/team'), 'A second factor is no longer required.');
    },
    leave: async (at) => {
      await at.run(leaveAccount);
      return at.go('/app', `You have left ${at.place.name}.`);
    },
  },
});

const factorOf = ({ hasFactor }: { hasFactor: boolean | null }) =>
  hasFactor ? <Badge tone="success">On</Badge> : <Badge tone="warning">Off</Badge>;

function FactorRequirement({ at, required }: { at: PlaceVisit; required: boolean }) {
  const { name, role, own } = at.place;
  const decides = role === 'owner' && own;
  return (
    <>
      <p>
        {required
          ? `${name} requires a second factor of everyone.`
          : `A second factor is optional in ${name}.`}
        {!decides && ' Its owners decide that.'}
      </p>
      {decides && !required && !at.person.hasFactor && (
        <p class="quiet">
          Before you can require one, <a href="/app/you/second-factor">set up your own</a>.
        </p>
      )}
      {decides && !required && at.person.hasFactor && (
        <Confirm
          action="requireFactor"
          look="secondary"
          label="Require a second factor"
          title={`Require a second factor of everybody in ${name}?`}
          confirm="Require it"
        >
          <p>
            People without one are asked to set it up at their next visit, and see nothing of {name} until
            then. API keys and apps keep working.
          </p>
        </Confirm>
      )}
      {decides && required && (
        <Confirm
          action="releaseFactor"
          label="No longer require it"
          title={`No longer require a second factor in ${name}?`}
          confirm="No longer require it"
        >
          <p>A stolen password is then enough to get in as somebody without one.</p>
        </Confirm>
      )}
    </>
  );
}
