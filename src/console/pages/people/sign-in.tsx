import { SignInInput } from '../../../domains/accounts/people/sign-in-input.ts';
import { callersNetwork } from '../../../kit/network.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { checked } from '../../checked.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { cookie, readCookie } from '../../cookies.ts';
import type { FormInput } from '../../forms.ts';
import { onwards } from '../../onwards.tsx';
import { openPage } from '../../page.ts';
import { returnPath } from '../../return-path.ts';
import type { Visit } from '../../visit.ts';

/** The URL of another sign-in page. Carries `to` along, the page to return to after signing in. */
export function keeping(path: string, to: string | undefined): string {
  return to === undefined ? path : `${path}?to=${encodeURIComponent(to)}`;
}

export const signInPage = openPage({
  path: '/sign-in',
  carries: true,
  show: async (at) => {
    const who = await at.who();
    if (who && at.kept === null) return at.go(returnPath(at.query('to')));
    return {
      title: 'Sign in',
      body: (
        <>
          {at.kept === null ? <h1>Sign in</h1> : <Interrupted email={who?.person.email ?? null} />}
          <Form action="enter">
            <TextField name="email" label="Email address" type="email" autocomplete="username" required />
            <TextField
              name="password"
              label="Password"
              type="password"
              autocomplete="current-password"
              required
            />
            <Button>Sign in</Button>
          </Form>
          {at.kept === null ? (
            <OtherWays to={at.query('to')} />
          ) : (
            <WaysOut email={who?.person.email ?? null} />
          )}
        </>
      ),
    };
  },
  actions: {
    enter: async (at, form) => {
      const { personId, email } = await openSession(at, form);
      if (at.query('to')) return onwards(at, returnPath(at.query('to')));
      const { verifyAddress } = await import('../../../domains/work/claims/verify-address.ts');
      const offers = await verifyAddress(at.system(), personId, email);
      return at.go(offers.length > 0 ? '/claims' : '/app');
    },
  },
});

/** Signs in with what was typed, in place of whoever was signed in here. Throws validation_failed, rate_limited. */
export async function openSession(at: Visit, form: FormInput): Promise<{ personId: string; email: string }> {
  const input = checked(SignInInput, { email: form.text('email'), password: form.raw('password') });
  const { signIn } = await import('../../../domains/accounts/people/sign-in.ts');
  const { personId, email, token, lastsMs, device } = await signIn(at.system(), input, {
    network: callersNetwork(at.request),
    userAgent: at.request.headers.get('user-agent'),
    device: readCookie(at.request, 'device'),
  });
  // The browser loses the old session's token, so nobody could end that session later.
  await endSessionOf(at);
  at.setCookies.push(
    cookie('session', token, lastsMs / SECOND_MS),
    cookie('device', device.value, device.lastsMs / SECOND_MS),
  );
  return { personId, email };
}

/**
 * Why a person who sent a form has to sign in. It shows none of the form, because this may be another person.
 */
function Interrupted({ email }: { email: string | null }) {
  if (email === null)
    return (
      <>
        <h1>Your session has ended</h1>
        <p>
          Nothing was submitted. Sign in as the same person within a day, and your form comes back as you
          filled it in. Only passwords, codes and files have to be entered again.
        </p>
      </>
    );
  return (
    <>
      <h1>Signed in as another person</h1>
      <p>
        You are signed in as <strong>{email}</strong>, but this form was opened by another person in this
        browser. Nothing was submitted, and what was filled in is not shown to you.
      </p>
      <p>
        To continue with the form, sign in as the person who opened it. It comes back as it was filled in, and{' '}
        {email} is signed out.
      </p>
    </>
  );
}

function OtherWays({ to }: { to: string | undefined }) {
  return (
    <>
      <p>
        <a href="/reset">Forgot your password?</a>
      </p>
      <p class="quiet">
        New here? <a href={keeping('/sign-up', to)}>Create an account</a>
      </p>
    </>
  );
}

/** These links open new tabs, because this page holds the form. */
function WaysOut({ email }: { email: string | null }) {
  return (
    <>
      <p>
        <a href="/reset" target="_blank" rel="noopener">
          Forgot your password? (opens in a new tab)
        </a>
      </p>
      {email !== null && (
        <p class="quiet">
          <a href="/app">Discard the form and continue as {email}</a>
        </p>
      )}
    </>
  );
}

/** Ends the browser's session, whoever it belongs to. */
async function endSessionOf(at: Visit): Promise<void> {
  const who = await at.who();
  if (!who) return;
  const { signOut } = await import('../../../domains/accounts/people/sign-out.ts');
  const ctx = at.system();
  signOut(ctx, who.person.session);
  await at.commit(ctx);
}

/** A link leads here, but only the form signs out: otherwise any site could sign people out by a link. */
export const signOutPage = openPage({
  path: '/sign-out',
  show: async (at) => {
    const who = await at.who();
    if (!who) return at.go('/sign-in');
    return {
      title: 'Sign out',
      islands: ['drafts'],
      body: (
        <>
          <h1>Sign out?</h1>
          <p>You are signed in as {who.person.email}.</p>
          <Form action="leave">
            <Buttons>
              <Button>Sign out</Button>
              <a class="button secondary" href="/app">
                Stay
              </a>
            </Buttons>
          </Form>
        </>
      ),
    };
  },
  actions: {
    leave: async (at) => {
      await endSessionOf(at);
      at.setCookies.push(cookie('session', '', 0));
      return at.go('/sign-in', 'You are signed out.');
    },
  },
});
