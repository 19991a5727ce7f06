import { SHORTEST_PASSWORD } from '../../../domains/accounts/people/password-length.ts';
import { SignUpInput } from '../../../domains/accounts/sign-ups/sign-up-input.ts';
import { callersNetwork } from '../../../kit/network.ts';
import { checked } from '../../checked.ts';
import { Button } from '../../components/button.tsx';
import { Choices } from '../../components/choices.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { openPage } from '../../page.ts';
import { returnPath } from '../../return-path.ts';
import type { Visit } from '../../visit.ts';
import { keeping } from './sign-in.tsx';

const PROFILES = [
  { value: 'brand', label: 'A brand', hint: 'You want creators to make videos for you.' },
  { value: 'partner', label: 'An agency', hint: 'You run programs for brands, or represent creators.' },
  { value: 'creator', label: 'A creator', hint: 'You make videos and get paid for them.' },
  { value: 'none', label: 'An invited person', hint: 'You join an existing account.' },
];

/** The field for a new password. */
export function NewPasswordField({ label }: { label: string }) {
  return (
    <TextField
      name="password"
      label={label}
      hint={`At least ${SHORTEST_PASSWORD} characters. A few words are easier to remember.`}
      type="password"
      autocomplete="new-password"
      required
    />
  );
}

/**
 * Where the person goes after signing up. An invitation's link is never kept: only the mail may contain it.
 */
const wayOn = (at: Visit) => {
  const to = at.query('to') && returnPath(at.query('to'), '');
  return to && !to.startsWith('/invitations') ? to : undefined;
};

/** Ways on that only creators take. */
const FOR_CREATORS = ['/claims', '/app?program='];

export const signUpPage = openPage({
  path: '/sign-up',
  show: async (at) => {
    const to = at.query('to');
    const invitedAs = to?.startsWith('/invitations')
      ? 'none'
      : to !== undefined && FOR_CREATORS.some((way) => to.startsWith(way))
        ? 'creator'
        : null;
    return {
      title: 'Create an account',
      body: (
        <>
          <h1>Create an account</h1>
          <Form action="join">
            <Choices
              name="profile"
              label="You are"
              chosen={[invitedAs ?? 'brand']}
              options={PROFILES}
              required
            />
            <TextField
              name="company"
              label="Brand or agency name"
              required="required for brands and agencies"
              hint="As others see it."
              autocomplete="organization"
              maxlength={160}
            />
            <TextField name="name" label="Your name" autocomplete="name" maxlength={160} required />
            <TextField name="email" label="Email address" type="email" autocomplete="username" required />
            <NewPasswordField label="Password" />
            <Button>Create account</Button>
          </Form>
          <p class="quiet">
            Already have an account? <a href={keeping('/sign-in', at.query('to'))}>Sign in</a>
          </p>
        </>
      ),
    };
  },
  actions: {
    join: async (at, form) => {
      const input = checked(SignUpInput, {
        name: form.text('name'),
        email: form.text('email'),
        password: form.raw('password'),
        profile: form.text('profile'),
        company: form.optional('company'),
        to: wayOn(at),
      });
      const { signUp } = await import('../../../domains/accounts/sign-ups/sign-up.ts');
      const ctx = at.system();
      await signUp(ctx, input, callersNetwork(at.request));
      await at.commit(ctx);
      return lookIntoMail(at, input.email, 'Open the link in it within 24 hours to create your account.');
    },
  },
});

/** The same page whether or not somebody has the address. */
export function lookIntoMail(at: Visit, email: string, then: string) {
  return {
    title: 'Check your inbox',
    body: (
      <>
        <h1>Check your inbox</h1>
        <p>
          A mail to <strong>{email}</strong> is on its way. {then}
        </p>
        <p class="quiet">
          No mail after a few minutes? Check your spam folder, or try again. We send at most five mails a day
          to one address; links in earlier mails work until they expire.
        </p>
        {at.vars.ALLOW_LOCAL_URLS && (
          <p>
            <a href="/mail">Read mail on this machine</a>
          </p>
        )}
      </>
    ),
  };
}
