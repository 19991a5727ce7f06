// The pages behind the links in mails. Opening a link only shows a page, and its button uses the link up,
// because mail scanners open links too.
import * as z from 'zod';
import { disconnectPersonsApps } from '../../../domains/accounts/apps/disconnect-persons-apps.ts';
import { listPersonsApps, type PersonsApps } from '../../../domains/accounts/apps/list-persons-apps.ts';
import { NewPassword } from '../../../domains/accounts/people/new-password.ts';
import { callersNetwork } from '../../../kit/network.ts';
import { LowerCaseEmail } from '../../../resource/fields.ts';
import { checked } from '../../checked.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Checkbox } from '../../components/choices.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { words } from '../../format.tsx';
import { openPage } from '../../page.ts';
import type { Visit } from '../../visit.ts';
import { ACCESS } from '../apps/app-parts.tsx';
import { ForAnother } from './for-another.tsx';
import { keeping } from './sign-in.tsx';
import { lookIntoMail, NewPasswordField } from './sign-up.tsx';

const Asked = z.object({ email: LowerCaseEmail });
const Chosen = z.object({ password: NewPassword });

export const verifyPage = openPage({
  path: '/verify',
  show: (at) => {
    if (!at.query('token')) return at.go('/sign-up');
    return {
      title: 'Confirm your address',
      body: (
        <>
          <h1>Confirm your address</h1>
          <p>Enter the password that you signed up with to confirm your address and create your account.</p>
          <Form action="confirm">
            <TextField
              name="password"
              label="Password"
              type="password"
              autocomplete="current-password"
              required
            />
            <Button>Confirm address</Button>
          </Form>
        </>
      ),
    };
  },
  actions: {
    confirm: async (at, form) => {
      const { verifyEmail } = await import('../../../domains/accounts/sign-ups/verify-email.ts');
      const ctx = at.system();
      const input = { token: at.query('token') ?? '', password: form.raw('password') };
      const { to } = await verifyEmail(ctx, input, callersNetwork(at.request));
      await at.commit(ctx);
      return at.go(keeping('/sign-in', to), 'Your address is confirmed. Sign in.');
    },
  },
});

/** Opened after mails to the address came back. */
export const proveAddressPage = openPage({
  path: '/verify/address',
  show: (at) => {
    if (!at.query('token')) return at.go('/app/you');
    return {
      title: 'Confirm your address',
      body: (
        <>
          <h1>Confirm your address</h1>
          <p>You get mails again once you confirm that they reach you.</p>
          <Form action="prove">
            <Button>Confirm address</Button>
          </Form>
        </>
      ),
    };
  },
  actions: {
    prove: async (at) => {
      const { proveAddress } = await import('../../../domains/accounts/people/prove-address.ts');
      const ctx = at.system();
      await proveAddress(ctx, at.query('token') ?? '');
      await at.commit(ctx);
      return at.go('/app', 'Your address is confirmed. You get mails again.');
    },
  },
});

export const resetPage = openPage({
  path: '/reset',
  show: async (at) => ({
    title: 'Set a new password',
    body: at.query('token') ? (
      <>
        <h1>Set a new password</h1>
        <p>Setting a new password ends all your sessions. Then sign in with the new one.</p>
        <Form action="set">
          <NewPasswordField label="New password" />
          <ConnectedApps {...(await appsBehind(at))} />
          <Button>Set password</Button>
        </Form>
      </>
    ) : (
      <>
        <h1>Forgot your password?</h1>
        <p>Enter the address that you signed up with. We will send you a link to set a new password.</p>
        <Form action="ask">
          <TextField name="email" label="Email address" type="email" autocomplete="username" required />
          <Button>Send link</Button>
        </Form>
        <p>
          <a href="/sign-in">Back to sign in</a>
        </p>
      </>
    ),
  }),
  actions: {
    ask: async (at, form) => {
      const { email } = checked(Asked, { email: form.text('email') });
      const { requestPasswordReset } = await import(
        '../../../domains/accounts/people/request-password-reset.ts'
      );
      const ctx = at.system();
      await requestPasswordReset(ctx, email, callersNetwork(at.request));
      await at.commit(ctx);
      return lookIntoMail(at, email, 'Open the link in it within an hour.');
    },
    set: async (at, form) => {
      const { password } = checked(Chosen, { password: form.raw('password') });
      const { resetPassword } = await import('../../../domains/accounts/people/reset-password.ts');
      const input = { token: at.query('token') ?? '', password };
      const ctx = at.system();
      const ends = form.checked('disconnect') ? await personBehind(at) : null;
      if (ends !== null) disconnectPersonsApps(ctx, ends, at.request);
      await resetPassword(ctx, input, callersNetwork(at.request));
      await at.commit(ctx);
      const notice = 'Your password is set. Sign in with it.';
      return at.go('/sign-in', ends === null ? notice : `${notice} All apps are disconnected.`);
    },
  },
});

/** The person whose password the link sets. */
async function personBehind(at: Visit): Promise<string | null> {
  const { findPendingReset } = await import('../../../domains/accounts/people/pending-reset.ts');
  return (await findPendingReset(at.system(), at.query('token') ?? ''))?.personId ?? null;
}

async function appsBehind(at: Visit): Promise<PersonsApps> {
  const personId = await personBehind(at);
  return personId === null ? { apps: [], more: false } : await listPersonsApps(at.system(), personId);
}

function ConnectedApps({ apps, more }: PersonsApps) {
  if (apps.length === 0) return null;
  return (
    <>
      <h2>Connected apps</h2>
      <p>A new password does not end the access of these apps:</p>
      <ul>
        {apps.map(({ name, access }) => (
          <li>
            {name} ({ACCESS[access].toLowerCase()})
          </li>
        ))}
      </ul>
      {more && <p>More apps are connected than are listed here.</p>}
      <Checkbox
        name="disconnect"
        label="Disconnect all apps"
        hint="Do this if somebody else may have used your account. Each app has to ask you for access again."
      />
    </>
  );
}

export const invitationPage = openPage({
  path: '/invitations/:token',
  show: async (at) => {
    const { getInvitation } = await import('../../../domains/accounts/team/accept-invitation.ts');
    const [who, invitation] = await Promise.all([
      at.who(),
      getInvitation(at.system(), at.params.token ?? ''),
    ]);
    const { accountName, byName, role, email } = invitation;
    const here = at.url.pathname;
    return {
      title: `Join ${accountName}`,
      body: (
        <>
          <h1>Join {accountName}</h1>
          <p>
            {byName} invites <strong>{email}</strong> to join {accountName} as {words(role).toLowerCase()}.
          </p>
          {!who && (
            <>
              <p>
                Sign in with this address to accept. If you are new here, create an account first; the
                invitation is added to it.
              </p>
              <Buttons>
                <ButtonLink href={keeping('/sign-in', here)}>Sign in</ButtonLink>
                <ButtonLink look="secondary" href={keeping('/sign-up', here)}>
                  Create an account
                </ButtonLink>
              </Buttons>
            </>
          )}
          {who && who.person.email !== email && <ForAnother signedIn={who.person.email} address={email} />}
          {who?.person.email === email && (
            <Form action="accept">
              <Button>Join {accountName}</Button>
            </Form>
          )}
        </>
      ),
    };
  },
  actions: {
    accept: async (at) => {
      const who = await at.who();
      if (!who) return at.go(keeping('/sign-in', at.url.pathname));
      const { acceptInvitation } = await import('../../../domains/accounts/team/accept-invitation.ts');
      const ctx = at.system();
      const { accountId } = await acceptInvitation(ctx, who.person, at.params.token ?? '', at.request);
      await at.commit(ctx);
      return at.go(`/app/${accountId}`, 'Welcome to the team.');
    },
  },
});
