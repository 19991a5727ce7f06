import { SignInInput } from '../../../domains/accounts/people/person-input.ts';
import { callersNetwork } from '../../../kit/network.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import { checked } from '../../checked.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Form, TextField } from '../../components/form.tsx';
import { cookie, readCookie } from '../../cookies.ts';
import { openPage } from '../../page.ts';
import { returnPath } from '../../return-path.ts';

/** The address of another page of this group, with where to go on afterwards. */
export function keeping(path: string, to: string | undefined): string {
  return to === undefined ? path : `${path}?to=${encodeURIComponent(to)}`;
}

export const signInPage = openPage({
  path: '/sign-in',
  show: async (at) => {
    if (await at.who()) return at.go(returnPath(at.query('to')));
    return {
      title: 'Sign in',
      body: (
        <>
          <h1>Sign in</h1>
          <Form action="enter">
            <TextField name="email" label="E-mail address" type="email" autocomplete="username" required />
            <TextField
              name="password"
              label="Password"
              type="password"
              autocomplete="current-password"
              required
            />
            <Button>Sign in</Button>
          </Form>
          <p>
            <a href="/reset">Forgot your password?</a>
          </p>
          <p class="quiet">
            New here? <a href={keeping('/sign-up', at.query('to'))}>Create an account</a>
          </p>
        </>
      ),
    };
  },
  actions: {
    enter: async (at, form) => {
      const input = checked(SignInInput, { email: form.text('email'), password: form.raw('password') });
      const { signIn } = await import('../../../domains/accounts/people/sign-in.ts');
      const { personId, email, token, lastsMs, device } = await signIn(at.system(), input, {
        network: callersNetwork(at.request),
        userAgent: at.request.headers.get('user-agent'),
        device: readCookie(at.request, 'device'),
      });
      at.setCookies.push(
        cookie('session', token, lastsMs / SECOND_MS),
        cookie('device', device.value, device.lastsMs / SECOND_MS),
      );
      if (at.query('to')) return at.go(returnPath(at.query('to')));
      const { verifyAddress } = await import('../../../domains/work/claims/verify-address.ts');
      const offers = await verifyAddress(at.system(), personId, email);
      return at.go(offers.length > 0 ? '/claims' : '/app');
    },
  },
});

/** Asked for by a link, done by a form: a link alone would sign people out from anywhere. */
export const signOutPage = openPage({
  path: '/sign-out',
  show: async (at) => {
    const who = await at.who();
    if (!who) return at.go('/sign-in');
    return {
      title: 'Sign out',
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
      const who = await at.who();
      if (who) {
        const { signOut } = await import('../../../domains/accounts/people/sign-out.ts');
        const ctx = at.system();
        signOut(ctx, who.person.session);
        await at.commit(ctx);
      }
      at.setCookies.push(cookie('session', '', 0));
      return at.go('/sign-in', 'You are signed out.');
    },
  },
});
