// The staff members who can open these pages, and how one helps another who lost the second factor.
import type { StaffPerson } from '../../../domains/operations/second-factors/staff-person.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { Badge, Card, PageHead } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextArea, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { staffPage } from '../../page.ts';

export const peoplePage = staffPage({
  path: '/people',
  show: async (at) => {
    const { people } = await at.run('GET /internal/v1/people');
    return {
      title: 'People',
      body: (
        <>
          <PageHead title="People">
            Staff listed in the deployment's settings. Change the list there.
          </PageHead>
          <Card flush>
            <Table
              label="Staff members"
              rows={people}
              columns={[
                {
                  label: 'Who',
                  main: true,
                  cell: ({ name, email }) => <TwoLines title={name}>{email}</TwoLines>,
                },
                { label: 'Second factor', cell: (one) => <SecondFactorState one={one} /> },
                {
                  label: 'Actions',
                  actions: true,
                  cell: (one) =>
                    one.name === at.staff ? (
                      <Badge tone="success">You</Badge>
                    ) : (
                      one.secondFactorAt !== null && one.removedAt === null && <Reset one={one} />
                    ),
                },
              ]}
            />
          </Card>
          <Card title="Remove a lost second factor">
            <p>
              For a person who has neither their authenticator app nor a recovery code. First make sure that
              the request comes from them: somebody who stole their password would ask for the same.
            </p>
            <WhatHappens who="the person" next="can set up a new one." />
            <Form action="remove">
              <TextField
                name="email"
                label="Email address that they sign in with"
                type="email"
                maxlength={254}
                required
              />
              <TextArea name="reason" label="Why" hint={REASON_HINT} rows={3} maxlength={2000} required />
              <Button look="secondary">Remove in 72 hours</Button>
            </Form>
          </Card>
          <p>
            <a href="/staff/second-factor">Your own second factor</a>
          </p>
        </>
      ),
    };
  },
  actions: {
    remove: async (at, form) => {
      const body = { email: form.text('email'), reason: form.text('reason') };
      const { email } = await at.run('POST /internal/v1/second-factor-removals', { body }).catch(asField);
      return at.go('/staff/people', removed(email));
    },
    reset: async (at, form) => {
      const { email } = await at.run('POST /internal/v1/second-factor-removals', {
        body: { email: form.text('_id'), reason: form.text('reason') },
      });
      return at.go('/staff/people', removed(email));
    },
  },
});

/** An unknown address is an error of its field, so that everything typed stays. */
function asField(error: unknown): never {
  if (error instanceof AppError && error.code === 'not_found')
    throw invalidField('/email', 'Nobody with a second factor signs in with this address.');
  throw error;
}

const removed = (email: string) =>
  `The second factor of ${email} will be removed in 72 hours. They are told by mail how to stop it.`;

const REASON_HINT = 'How you know that it is them. The staff log keeps it with your name.';

/** @param next what they do after it is removed. */
function WhatHappens({ who, next }: { who: string; next: string }) {
  return (
    <ul class="brief-points">
      <li>Now: {who} is told by mail and on every page. Signing in still takes a code.</li>
      <li>
        In 72 hours: it is removed, and {who} is told again. From then on, signing in takes only the password,
        and {who} {next}
      </li>
      <li>
        To stop it: {who} enters a code from the app, or a recovery code, within the 72 hours. Staff cannot
        stop it.
      </li>
    </ul>
  );
}

function SecondFactorState({ one: { person, secondFactorAt, removedAt } }: { one: StaffPerson }) {
  if (person === null) return <Badge>Not signed up</Badge>;
  if (secondFactorAt === null) return <Badge tone="warning">Not set up</Badge>;
  if (removedAt !== null)
    return (
      <>
        <Badge tone="warning">Will be removed</Badge> on <Time at={removedAt} exact />
      </>
    );
  return (
    <>
      <Badge tone="success">Set up</Badge> <Time at={secondFactorAt} />
    </>
  );
}

function Reset({ one: { email, name } }: { one: StaffPerson }) {
  return (
    <Confirm
      action="reset"
      id={email}
      small
      label="Remove"
      title={`Remove the second factor of ${name}?`}
      confirm="Remove in 72 hours"
      has={['reason']}
    >
      <p>
        First make sure that the request comes from {name}: somebody who stole the password would ask for the
        same.
      </p>
      <WhatHappens who={name} next="needs the staff token to set up a new one." />
      <TextArea name="reason" label="Why" hint={REASON_HINT} rows={3} maxlength={2000} required />
    </Confirm>
  );
}
