// What a person reads before giving an app access: the app, its maker, its permissions, the account, and for
// how long.

import { isLoopback } from '../../../domains/accounts/apps/redirect-uri.ts';
import { accessOf, isOffline } from '../../../domains/accounts/apps/scope.ts';
import type { Authorization } from '../../../domains/accounts/oauth/check-authorization.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Choices } from '../../components/choices.tsx';
import { Form, Hidden } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { ProofField } from '../../proof.tsx';
import type { Person, Place } from '../../who.ts';

interface Props {
  asked: Authorization;
  /** Null for an app that registered itself. */
  maker: string | null;
  accounts: readonly Place[];
  /** The secret of this request. */
  request: string;
  person: Person;
  service: string;
}

export function Consent({ asked, maker, accounts, request, person, service }: Props) {
  const { app, scope, redirectUri } = asked;
  const writes = accessOf(scope) === 'write';
  const partner = accounts.some(({ type }) => type === 'partner');
  return (
    <>
      <h1>Connect {app.name}?</h1>
      <p class="lead">
        <strong>{app.name}</strong>
        {maker === null ? ' ' : ` by ${maker} `}
        wants access to your account at {service}. You are signed in as {person.email}.
      </p>
      <Source redirectUri={redirectUri} maker={maker} service={service} />
      <h2>This will allow it to</h2>
      <ul>
        <li>View everything that you can view in the account.</li>
        {writes && (
          <li>Change what you can change there, such as programs, submissions, campaigns and payments.</li>
        )}
        {partner && <li>Do the same in each of the agency’s client brands.</li>}
        <li>
          {isOffline(scope)
            ? 'Stay connected while you are away, for a year at most, until you disconnect it.'
            : 'Stay connected for one hour.'}
        </li>
      </ul>
      <p class="quiet">
        It can never do more than you can. It cannot see passwords or create keys. You can disconnect it under
        Connected apps.
      </p>
      <Form action="allow">
        <Hidden name="request" value={request} />
        <Choices
          name="account"
          label="Account"
          required
          chosen={accounts.length === 1 ? [accounts[0]!.id] : []}
          options={accounts.map((account) => ({
            value: account.id,
            label: account.name,
            hint: hintOf(account, writes),
          }))}
        />
        {writes && <ProofField person={person} />}
        <Button>Allow</Button>
      </Form>
      <Form action="deny">
        <Hidden name="request" value={request} />
        <Buttons>
          <Button look="secondary">Cancel</Button>
        </Buttons>
      </Form>
    </>
  );
}

function Source({ redirectUri, maker, service }: Pick<Props, 'maker' | 'service'> & { redirectUri: string }) {
  if (isLoopback(redirectUri)) {
    return (
      <Notice tone="warning" title="An app on this computer">
        It gave itself its name, and nobody at {service} knows who made it. Go on only if you have just
        started it yourself.
      </Notice>
    );
  }
  const { host } = new URL(redirectUri);
  if (maker !== null) return <p class="quiet">Afterwards you go back to {host}.</p>;
  return (
    <Notice tone="warning" title={`You go to ${host}`}>
      This app gave itself its name, and nobody at {service} knows who made it. Go on only if you trust {host}
      .
    </Notice>
  );
}

function hintOf({ role, status, type }: Place, writes: boolean): string {
  if (status === 'ended') return 'It has ended: it can only be read.';
  if (role === 'member') {
    return writes
      ? 'You are a member there: the app may only read, and sees no payments.'
      : 'You are a member there: the app sees no payments.';
  }
  return type === 'partner' ? 'An agency, with all of its client brands.' : 'A brand.';
}
