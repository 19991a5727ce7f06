import * as z from 'zod';
import { browserName } from '../../../domains/accounts/people/browser-name.ts';
import { changePassword } from '../../../domains/accounts/people/change-password.ts';
import { endOtherSessions } from '../../../domains/accounts/people/end-other-sessions.ts';
import { endSession } from '../../../domains/accounts/people/end-session.ts';
import { getZone } from '../../../domains/accounts/people/get-zone.ts';
import { listSessions } from '../../../domains/accounts/people/list-sessions.ts';
import { NewPassword } from '../../../domains/accounts/people/new-password.ts';
import { PersonName } from '../../../domains/accounts/people/person-name.ts';
import { requestAddressProof } from '../../../domains/accounts/people/request-address-proof.ts';
import { setShortcuts } from '../../../domains/accounts/people/set-shortcuts.ts';
import { setZone } from '../../../domains/accounts/people/set-zone.ts';
import { updatePerson } from '../../../domains/accounts/people/update-person.ts';
import { getMessageMails } from '../../../domains/messaging/message-digests/get-message-mails.ts';
import { setMessageMails } from '../../../domains/messaging/message-digests/set-message-mails.ts';
import { checked } from '../../checked.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Badge, Card, Facts, PageHead } from '../../components/card.tsx';
import { Checkbox } from '../../components/choices.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Select, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { personPage, placePage } from '../../page.ts';
import { ProofField, requireProof } from '../../proof.tsx';
import type { PersonVisit } from '../../visit.ts';
import { NewPasswordField } from './sign-up.tsx';

const NewName = z.object({ name: PersonName });
const PasswordChange = z.object({ current: z.string().max(1_000), password: NewPassword });

/** The zones that the runtime knows, with the person's own. */
const zones = (own: string) =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), own])].toSorted().map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }));

const you = {
  show: async (at: PersonVisit) => {
    const [sessions, zone, mailed] = await Promise.all([
      listSessions(at.system(), at.person.id),
      getZone(at.system(), at.person.id),
      getMessageMails(at.system(), at.person.id),
    ]);
    return {
      title: 'Profile',
      body: (
        <>
          <PageHead title="Profile">Your profile is the same in every workspace.</PageHead>
          <Card title="Profile">
            <Facts facts={[['Email address', at.person.email]]} />
            {at.person.mailsStopped && (
              <>
                <Notice tone="warning" title="You get no mails">
                  Two mails to this address came back, so we stopped sending any. Check that your mailbox
                  works, then confirm your address by a link that we mail to it.
                </Notice>
                <Form action="prove">
                  <Button>Mail me the link</Button>
                </Form>
              </>
            )}
            <Form action="rename">
              <TextField
                name="name"
                label="Your name"
                value={at.person.name}
                autocomplete="name"
                maxlength={160}
                required
              />
              <Button>Save name</Button>
            </Form>
          </Card>
          <Card title="Mail">
            <Form action="mails">
              <Checkbox
                name="messages"
                label="Mail me about unread messages"
                hint="Who wrote and how many, in all your workspaces, once an hour at most and five times a day."
                checked={mailed}
              />
              <Button>Save</Button>
            </Form>
          </Card>
          <Card title="Time zone">
            <Form action="zone">
              <Select
                name="zone"
                label="Time zone"
                hint="Mails about what needs your attention come at 8:00 there."
                value={zone}
                options={zones(zone)}
                required
              />
              <Button>Save time zone</Button>
            </Form>
          </Card>
          <Card title="Keyboard">
            <Form action="shortcuts">
              <Checkbox
                name="shortcuts"
                label="Keyboard shortcuts"
                hint="Single keys act on the pages: “?” lists them. Ctrl K works in any case."
                checked={at.person.shortcuts}
              />
              <Button>Save shortcuts</Button>
            </Form>
          </Card>
          <Card title="Password">
            <p class="quiet">Changing your password ends your other sessions.</p>
            <Form action="password">
              <TextField
                name="current"
                label="Current password"
                type="password"
                autocomplete="current-password"
                required
              />
              <NewPasswordField label="New password" />
              {at.person.hasFactor && <ProofField person={at.person} />}
              <Button>Change password</Button>
            </Form>
          </Card>
          <Card title="Second factor">
            <p>
              {at.person.hasFactor
                ? 'Signing in takes a code from your authenticator app as well as your password.'
                : 'With one, a stolen password is not enough: signing in also takes a code from an app on your phone.'}
            </p>
            <ButtonLink look="secondary" href="/app/you/second-factor">
              {at.person.hasFactor ? 'Manage second factor' : 'Set up second factor'}
            </ButtonLink>
          </Card>
          <Card
            title="Active sessions"
            flush
            action={
              sessions.length > 1 && (
                <Confirm
                  action="endOthers"
                  small
                  label="End all other sessions"
                  title="End all other sessions?"
                  confirm="End other sessions"
                >
                  Every browser but this one will have to sign in again.
                </Confirm>
              )
            }
          >
            <Table
              label="Sessions"
              rows={sessions}
              columns={[
                {
                  label: 'Browser',
                  main: true,
                  cell: (one) => (
                    <TwoLines title={browserName(one.userAgent)}>{one.network ?? 'Unknown network'}</TwoLines>
                  ),
                },
                { label: 'Since', cell: (one) => <Time at={one.createdAt} exact /> },
                {
                  label: 'Actions',
                  actions: true,
                  cell: (one) =>
                    one.id === at.person.session ? (
                      <Badge tone="success">This one</Badge>
                    ) : (
                      <Confirm
                        action="end"
                        id={one.id}
                        small
                        label="End"
                        title={`End the session of ${browserName(one.userAgent)}?`}
                        confirm="End session"
                      >
                        That browser will have to sign in again.
                      </Confirm>
                    ),
                },
              ]}
            />
          </Card>
        </>
      ),
    };
  },
  actions: {
    rename: async (at: PersonVisit, form: FormInput) => {
      const { name } = checked(NewName, { name: form.text('name') });
      const ctx = at.system();
      updatePerson(ctx, at.person.id, name);
      await at.commit(ctx);
      return at.go(at.url.pathname, 'Your name is saved.');
    },
    prove: async (at: PersonVisit) => {
      const ctx = at.system();
      await requestAddressProof(ctx, at.person.email);
      await at.commit(ctx);
      return at.go(at.url.pathname, `A link is on its way to ${at.person.email}. It works for 24 hours.`);
    },
    shortcuts: async (at: PersonVisit, form: FormInput) => {
      const ctx = at.system();
      const on = form.text('shortcuts') === 'on';
      setShortcuts(ctx, at.person.id, on);
      await at.commit(ctx);
      return at.go(at.url.pathname, on ? 'Keyboard shortcuts are on.' : 'Keyboard shortcuts are off.');
    },
    zone: async (at: PersonVisit, form: FormInput) => {
      const ctx = at.system();
      setZone(ctx, at.person.id, form.text('zone'));
      await at.commit(ctx);
      return at.go(at.url.pathname, 'Your time zone is saved.');
    },
    mails: async (at: PersonVisit, form: FormInput) => {
      const ctx = at.system();
      const on = form.text('messages') === 'on';
      setMessageMails(ctx, at.person.id, on);
      await at.commit(ctx);
      const said = on
        ? 'You get mails about unread messages.'
        : 'You get no more mails about unread messages.';
      return at.go(at.url.pathname, said);
    },
    password: async (at: PersonVisit, form: FormInput) => {
      const input = checked(PasswordChange, { current: form.raw('current'), password: form.raw('password') });
      // The current password alone would let who stole it with a session lock the person out.
      if (at.person.hasFactor) await requireProof(at, at.person, form);
      const { id: personId, email, session: sessionId } = at.person;
      const ctx = at.system();
      await changePassword(ctx, { personId, email, sessionId }, input);
      await at.commit(ctx);
      return at.go(at.url.pathname, 'Your password is changed.');
    },
    end: async (at: PersonVisit, form: FormInput) => {
      const ctx = at.system();
      endSession(ctx, at.person.id, form.text('_id'));
      await at.commit(ctx);
      return at.go(at.url.pathname, 'The session is ended.');
    },
    endOthers: async (at: PersonVisit) => {
      const ctx = at.system();
      endOtherSessions(ctx, at.person.id, at.person.session);
      await at.commit(ctx);
      return at.go(at.url.pathname, 'All other sessions are ended.');
    },
  },
};

export const youPage = placePage({ path: '/you', ...you });

/** The profile page for people without a workspace, as staff members may be. */
export const youAnywherePage = personPage({
  path: '/app/you',
  ...you,
  show: async (at) => ({ ...(await you.show(at)), layout: 'wide' as const }),
});
