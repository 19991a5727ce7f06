// Signing in and up within the window, which keeps its way back to the frame.
import { SHORTEST_PASSWORD } from '../../../domains/accounts/people/password-length.ts';
import { SignUpInput } from '../../../domains/accounts/sign-ups/sign-up-input.ts';
import { callersNetwork } from '../../../kit/network.ts';
import { checked } from '../../checked.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import type { Outcome } from '../../page.ts';
import { CodeForm, finishSession, openSession } from '../people/sign-in.tsx';
import { onTo, type WindowVisit, windowPage, windowShown } from './window-parts.tsx';

export const windowSignInPage = windowPage('/sign-in', {
  show: showSignIn,
  actions: {
    enter: async (visit, form) => {
      const opened = await openSession(visit.at, form);
      return 'half' in opened ? codeStep(visit, opened.half) : await signedIn(visit, opened);
    },
    code: async (visit, form) => {
      const opened = await finishSession(visit.at, form);
      if ('late' in opened) return visit.at.go(visit.at.url.pathname + visit.at.url.search, visit.text.again);
      return await signedIn(visit, opened);
    },
  },
});

async function showSignIn(visit: WindowVisit): Promise<Outcome> {
  const { at, say, text, to } = visit;
  if (at.form?.action === 'code') return codeStep(visit, at.form.input.raw('half'));
  return windowShown(
    visit,
    text.signIn,
    <>
      <h1>{text.signIn}</h1>
      <p>
        {say('shownBy')} {say('signInFirst')}
      </p>
      <Form action="enter">
        <TextField name="email" label={text.email} type="email" autocomplete="username" required />
        <TextField
          name="password"
          label={text.password}
          type="password"
          autocomplete="current-password"
          required
        />
        <Button>{text.signIn}</Button>
      </Form>
      <p>
        <a href="/reset" target="_blank" rel="noopener">
          {text.forgot}
        </a>
      </p>
      <p class="quiet">
        {text.newHere} <a href={to('/sign-up', `to=${encodeURIComponent(onTo(visit))}`)}>{text.signUp}</a>
      </p>
    </>,
  );
}

function codeStep(visit: WindowVisit, half: string): Outcome {
  const { text } = visit;
  return windowShown(
    visit,
    text.codeTitle,
    <>
      <h1>{text.codeTitle}</h1>
      <p>{text.codeAbout}</p>
      <CodeForm half={half} label={text.code} button={text.signIn} />
    </>,
  );
}

async function signedIn(
  visit: WindowVisit,
  { personId, email }: { personId: string; email: string },
): Promise<Outcome> {
  const { verifyAddress } = await import('../../../domains/work/claims/verify-address.ts');
  const ctx = visit.at.system();
  await verifyAddress(ctx, personId, email);
  await visit.at.commit(ctx);
  return visit.at.go(onTo(visit));
}

export const windowSignUpPage = windowPage('/sign-up', {
  show: async (visit) => {
    const { say, text, to } = visit;
    return windowShown(
      visit,
      text.signUp,
      <>
        <h1>{text.signUp}</h1>
        <p>
          {say('shownBy')} {say('joinAbout')}
        </p>
        <Form action="join">
          <TextField name="name" label={text.name} autocomplete="name" maxlength={160} required />
          <TextField name="email" label={text.email} type="email" autocomplete="username" required />
          <TextField
            name="password"
            label={text.password}
            hint={say('newPassword', { least: String(SHORTEST_PASSWORD) })}
            type="password"
            autocomplete="new-password"
            required
          />
          <Button>{text.join}</Button>
        </Form>
        <p class="quiet">
          {text.haveOne} <a href={to('/sign-in', `to=${encodeURIComponent(onTo(visit))}`)}>{text.signIn}</a>
        </p>
      </>,
    );
  },
  actions: {
    join: async (visit, form) => {
      const { at, say, text, to } = visit;
      const input = checked(SignUpInput, {
        name: form.text('name'),
        email: form.text('email'),
        password: form.raw('password'),
        profile: 'creator',
        // The mail is read in a tab of its own, which says that the window is where one goes on.
        to: to(),
      });
      const { signUp } = await import('../../../domains/accounts/sign-ups/sign-up.ts');
      const ctx = at.system();
      await signUp(ctx, input, callersNetwork(at.request));
      await at.commit(ctx);
      return windowShown(
        visit,
        text.inbox,
        <>
          <h1>{text.inbox}</h1>
          <p>{say('inboxAbout', { email: input.email })}</p>
          {at.vars.ALLOW_LOCAL_URLS && (
            <p>
              <a href="/mail" target="_blank" rel="noopener">
                {text.localMail}
              </a>
            </p>
          )}
          <ButtonLink href={to('/sign-in', `to=${encodeURIComponent(onTo(visit))}`)}>
            {text.confirmed}
          </ButtonLink>
        </>,
      );
    },
  },
});
