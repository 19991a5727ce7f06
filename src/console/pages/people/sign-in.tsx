import { noteZone } from '../../../domains/accounts/people/set-zone.ts';
import type { HalfSignedIn, SignedIn } from '../../../domains/accounts/people/sign-in.ts';
import { SignInInput } from '../../../domains/accounts/people/sign-in-input.ts';
import { AppError } from '../../../kit/error.ts';
import { callersNetwork } from '../../../kit/network.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { checked } from '../../checked.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { CodeField, TextField } from '../../components/fields.tsx';
import { Form, Hidden } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { cookie, readCookie } from '../../cookies.ts';
import type { FormInput } from '../../forms.ts';
import { onwards } from '../../onwards.tsx';
import { type Outcome, openPage } from '../../page.ts';
import { returnPath } from '../../return-path.ts';
import type { Shown, Visit } from '../../visit.ts';

/** The URL of another sign-in page. Carries `to` along, the page to return to after signing in. */
export function keeping(path: string, to: string | undefined): string {
  return to === undefined ? path : `${path}?to=${encodeURIComponent(to)}`;
}

/** @param late why it begins again. */
async function showSignIn(at: Visit, late?: string): Promise<Outcome> {
  if (at.form?.action === 'code') return codeStep(at.form.input.raw('half'));
  const who = await at.who();
  if (who && at.kept === null) return at.go(returnPath(at.query('to')));
  return {
    title: 'Sign in',
    body: (
      <>
        {at.kept === null ? <h1>Sign in</h1> : <Interrupted email={who?.person.email ?? null} />}
        {late !== undefined && <Notice tone="warning">{late}</Notice>}
        <Form action="enter">
          <TextField name="email" label="Email address" type="email" autocomplete="username" required />
          <TextField
            name="password"
            label="Password"
            type="password"
            autocomplete="current-password"
            required
          />
          <ZoneField />
          <Button>Sign in</Button>
        </Form>
        {at.kept === null ? <OtherWays to={at.query('to')} /> : <WaysOut email={who?.person.email ?? null} />}
      </>
    ),
  };
}

const codeStep = (half: string): Shown => ({
  title: 'Enter your code',
  body: (
    <>
      <h1>Enter your code</h1>
      <p>Open your authenticator app and enter the code that it shows for this account.</p>
      <CodeForm half={half} label="Code" button="Sign in" />
      <p class="quiet">
        Lost your phone? Enter one of your recovery codes instead. Without those, ask us to remove the app:
        that takes three days, and we mail you first.
      </p>
    </>
  ),
});

/** The form behind the password, of somebody with a second factor. */
export function CodeForm({ half, label, button }: { half: string; label: string; button: string }) {
  return (
    <Form action="code">
      <Hidden name="half" value={half} />
      <CodeField name="code" label={label} />
      <ZoneField />
      <Button>{button}</Button>
    </Form>
  );
}

/** The browser's time zone, which a script fills in: mornings are when the person's are. */
const ZoneField = () => <input type="hidden" name="zone" value="" data-zone />;

export const signInPage = openPage({
  path: '/sign-in',
  carries: true,
  show: (at) => showSignIn(at),
  actions: {
    enter: async (at, form) => {
      const opened = await openSession(at, form);
      return 'half' in opened ? codeStep(opened.half) : await signedIn(at, opened);
    },
    code: async (at, form) => {
      const opened = await finishSession(at, form);
      return 'late' in opened ? await showSignIn(at, opened.late) : await signedIn(at, opened);
    },
  },
});

interface Opened {
  personId: string;
  email: string;
}

async function signedIn(at: Visit, { personId }: Opened): Promise<Outcome> {
  if (at.query('to')) return onwards(at, returnPath(at.query('to')));
  const { listOfferedRecords } = await import('../../../domains/work/claims/list-offered-records.ts');
  const offers = await listOfferedRecords(at.system(), personId);
  return at.go(offers.length > 0 ? '/claims' : '/app?only=1');
}

const fromHere = (at: Visit) => ({
  network: callersNetwork(at.request),
  userAgent: at.request.headers.get('user-agent'),
  device: readCookie(at.request, 'device'),
});

/**
 * Signs in with what was typed, in place of whoever was signed in here; of a person with a second factor the code is still to
 * come (`half`). Throws validation_failed, rate_limited.
 */
export async function openSession(at: Visit, form: FormInput): Promise<Opened | HalfSignedIn> {
  const input = checked(SignInInput, { email: form.text('email'), password: form.raw('password') });
  const { signIn } = await import('../../../domains/accounts/people/sign-in.ts');
  const ctx = at.system();
  const opened = await signIn(ctx, input, fromHere(at));
  if ('half' in opened) return opened;
  noteZone(ctx, opened.personId, form.text('zone'));
  await at.commit(ctx);
  return await keptHere(at, opened);
}

/** The second half, by a code. `late` says why it has to begin again. Throws validation_failed, rate_limited. */
export async function finishSession(at: Visit, form: FormInput): Promise<Opened | { late: string }> {
  const { finishSignIn } = await import('../../../domains/accounts/people/finish-sign-in.ts');
  const ctx = at.system();
  try {
    const opened = await finishSignIn(ctx, { half: form.raw('half'), code: form.text('code') }, fromHere(at));
    noteZone(ctx, opened.personId, form.text('zone'));
    await at.commit(ctx);
    return await keptHere(at, opened);
  } catch (error) {
    // Conflict: the second factor was removed meanwhile.
    if (error instanceof AppError && ['gone', 'conflict'].includes(error.code))
      return { late: error.message };
    throw error;
  }
}

async function keptHere(at: Visit, { personId, email, token, lastsMs, device }: SignedIn): Promise<Opened> {
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
