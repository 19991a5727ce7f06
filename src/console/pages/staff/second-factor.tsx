// The second factor: set up at the first visit, and asked for in every later session.
import { beginSecondFactor } from '../../../domains/operations/second-factors/begin-second-factor.ts';
import { confirmSecondFactor } from '../../../domains/operations/second-factors/confirm-second-factor.ts';
import { getSecondFactor } from '../../../domains/operations/second-factors/get-second-factor.ts';
import { proveSecondFactor } from '../../../domains/operations/second-factors/prove-second-factor.ts';
import { isProved, type ProvingPerson } from '../../../domains/operations/second-factors/second-factor.ts';
import { presentStaffPerson } from '../../../domains/operations/second-factors/staff-person.ts';
import { audited } from '../../../domains/operations/staff/audited.ts';
import { callersNetwork } from '../../../kit/network.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import { onwards } from '../../onwards.tsx';
import { type Outcome, staffPage } from '../../page.ts';
import { returnPath } from '../../return-path.ts';
import type { StaffVisit } from '../../visit.ts';

const proving = ({ person, request }: StaffVisit): ProvingPerson => ({
  id: person.id,
  email: person.email,
  session: person.session,
  network: callersNetwork(request),
});

const target = (at: StaffVisit) => returnPath(at.query('to'), '/staff');

/** Apps show codes with a space in the middle. */
const codeIn = (text: string) => text.replace(/\s/g, '');

async function showFactor(at: StaffVisit): Promise<Outcome> {
  const found = await getSecondFactor(at.system(), proving(at));
  return {
    title: 'Second factor',
    layout: 'sheet',
    body: (
      <>
        <h1>Second factor</h1>
        {at.kept !== null && (
          <Notice title="Nothing was submitted yet">
            Your form comes back as you filled it in once you have proved the second factor.
          </Notice>
        )}
        {found.state === 'none' && (
          <>
            <p>
              Staff pages ask for a code in addition to your password. You need an authenticator app, on your
              phone or in your password manager.
            </p>
            <Form action="begin">
              <TextField
                name="token"
                label="Staff token"
                hint="The operator of this deployment created it for you, so a stolen password is not enough to set up a second factor."
                type="password"
                autocomplete="off"
                maxlength={100}
                required
              />
              <Button>Set up second factor</Button>
            </Form>
          </>
        )}
        {found.state === 'begun' && (
          <>
            <p>
              Enter this secret in your authenticator app, or <a href={found.link}>open it there</a> if the
              app is on this device. Then enter the code that it shows.
            </p>
            <CodeBlock label="secret" text={found.secret.replace(/(.{4})(?=.)/g, '$1 ')} />
            <p class="quiet">The secret is shown for 15 minutes, and never again.</p>
            <CodeForm action="confirm" button="Confirm" />
          </>
        )}
        {found.state === 'confirmed' && isProved(at.person.secondFactorAt, at.now) && (
          <>
            <p>
              You set yours up on <Time at={found.confirmedAt} />, and proved it in this session on{' '}
              <Time at={at.person.secondFactorAt!} exact />. If you lose it, another of the staff resets it.
            </p>
            <p>
              <a href={target(at)}>Continue</a>
            </p>
          </>
        )}
        {found.state === 'confirmed' && !isProved(at.person.secondFactorAt, at.now) && (
          <>
            <p>Enter the code from your authenticator app for {at.person.email}.</p>
            <CodeForm action="prove" button="Continue" />
            <p class="quiet">Lost it? Ask another staff member to reset it.</p>
          </>
        )}
      </>
    ),
  };
}

export const secondFactorPage = staffPage({
  path: '/second-factor',
  unproved: true,
  carries: true,
  show: showFactor,
  actions: {
    begin: async (at, form) => {
      const ctx = at.staffCtx();
      await beginSecondFactor(ctx, proving(at), form.text('token'));
      await at.commit(ctx);
      // The kept form exists only in this response, so a redirect would lose it.
      return at.kept === null ? at.go(at.url.pathname + at.url.search) : await showFactor(at);
    },
    confirm: async (at, form) => {
      const ctx = at.staffCtx();
      const what = { action: 'second-factor.set-up', subject: at.person.id, reason: 'With the staff token.' };
      const confirm = () => confirmSecondFactor(ctx, proving(at), codeIn(form.text('code')));
      await audited(ctx, what, confirm, presentStaffPerson);
      await at.commit(ctx);
      return onwards(at, target(at), 'Your second factor is set up.');
    },
    prove: async (at, form) => {
      const ctx = at.system();
      await proveSecondFactor(ctx, proving(at), codeIn(form.text('code')));
      await at.commit(ctx);
      return onwards(at, target(at));
    },
  },
});

function CodeForm({ action, button }: { action: string; button: string }) {
  return (
    <Form action={action}>
      <TextField
        name="code"
        label="Code"
        inputmode="numeric"
        autocomplete="one-time-code"
        maxlength={12}
        required
      />
      <Button>{button}</Button>
    </Form>
  );
}
