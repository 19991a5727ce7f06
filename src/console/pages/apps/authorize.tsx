// The page to which an app sends a person to ask for access. The person's answer is an operation in the
// chosen account.
import { accessOf } from '../../../domains/accounts/apps/scope.ts';
import { askPerson } from '../../../domains/accounts/oauth/ask-person.ts';
import {
  checkAuthorization,
  type Refused,
  refuse,
} from '../../../domains/accounts/oauth/check-authorization.ts';
import { denyAuthorization } from '../../../domains/accounts/oauth/deny-authorization.ts';
import { findMaker } from '../../../domains/accounts/oauth/find-maker.ts';
import { oauthOperations } from '../../../domains/accounts/oauth/operations.ts';
import { findPending } from '../../../domains/accounts/oauth/pending-request.ts';
import { invalidField } from '../../../kit/error.ts';
import type { FormInput } from '../../forms.ts';
import { type Outcome, openPage } from '../../page.ts';
import { requireProof } from '../../proof.tsx';
import { signInFor } from '../../return-path.ts';
import { personVisit, placeVisit, type Visit } from '../../visit.ts';
import { type Who, whoVisits } from '../../who.ts';
import { Consent } from './consent.tsx';
import { RefusedApp } from './refused-app.tsx';

export const authorizePage = openPage({
  path: '/api/auth/oauth2/authorize',
  show: async (at) => {
    const system = at.system();
    // An unknown app is refused before anybody signs in, and nobody is redirected to an app before that
    // check.
    const [asked, who] = await Promise.all([checkAuthorization(system, at.url.searchParams), at.who()]);
    if (!who) return at.go(signInFor(at.url));
    if ('error' in asked) return told(at, asked);
    const accounts = who.places.filter(({ type }) => type !== 'creator');
    if (accounts.length === 0) {
      return told(at, refuse(system, asked, 'access_denied', 'Only members of an account can connect apps.'));
    }
    const request = askPerson(system, asked, who.person.session);
    const [maker] = await Promise.all([findMaker(system, asked), at.commit(system)]);
    return {
      title: `Connect ${asked.app.name}`,
      body: (
        <Consent
          asked={asked}
          maker={maker}
          accounts={accounts}
          request={request}
          person={who.person}
          service={at.vars.SERVICE_NAME}
        />
      ),
      formActions: [leadsTo(asked.redirectUri)],
    };
  },
  actions: {
    allow: async (at, form) => {
      const account = form.text('account');
      const [me, who] = await Promise.all([at.who(), signedIn(at, account)]);
      if (who?.factorFor)
        throw invalidField(
          '/account',
          'This account requires a second factor: set yours up in your profile first.',
        );
      if (!me || !who?.place || !who.actor) throw invalidField('/account', 'Choose one of your accounts.');
      // What is asked for is read where it is stored: the address may say another thing. An answered question allows nothing more.
      const asked = await findPending(at.system(), requestOf(form), who.person.session);
      if (asked !== null && accessOf(asked.request.scope) === 'write') {
        // The person that the page is shown for, if it is shown again.
        await requireProof(at, me.person, form);
      }
      const visit = placeVisit(personVisit(at, who), who.place, who.actor, who.notices);
      const body = { request: requestOf(form), sessionId: who.person.session };
      const { location } = await visit.run(oauthOperations.grantAuthorization, { body });
      return at.go(location);
    },
    deny: async (at, form) => {
      const who = await signedIn(at, null);
      if (!who) return at.go(signInFor(at.url));
      const ctx = at.system();
      const { location } = await denyAuthorization(ctx, {
        request: requestOf(form),
        sessionId: who.person.session,
      });
      await at.commit(ctx);
      return at.go(location);
    },
  },
});

/** Sends the person back to the app with the error, or shows it here. */
function told(at: Visit, refused: Refused): Outcome {
  if (!refused.stays) return at.go(refused.location);
  return {
    title: `${refused.app.name} was not connected`,
    status: 400,
    body: <RefusedApp refused={refused} service={at.vars.SERVICE_NAME} />,
  };
}

const requestOf = (form: FormInput) => form.text('request').slice(0, 100);

/** The person's role in the account that was chosen; null when the person is no longer signed in. */
async function signedIn(at: Visit, account: string | null): Promise<Who | null> {
  return await whoVisits(at.env, at.request, account);
}

/**
 * The origin that `form-action` has to list, or the browser blocks the redirect. The directive does not
 * support IPv6 addresses.
 */
function leadsTo(redirectUri: string): string {
  const { origin, hostname, protocol } = new URL(redirectUri);
  return hostname.startsWith('[') ? protocol : origin;
}
