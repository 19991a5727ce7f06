// What a person's role allows, over all operations. Other refusals are tested in
// test/contract/access.test.ts.
import { describe, expect, it } from 'vitest';
import type { Actor, Role } from '../../src/auth/actor.ts';
import type { ApiRoute, KeyAccess } from '../../src/http/define-route.ts';
import { permit } from '../../src/http/permit.ts';
import { routes } from '../harness/routes.ts';

const home = { id: 'acct_1', type: 'brand', status: 'active', managedBy: null, eventsShard: null } as const;

function person(role: Role | null, more: Partial<Actor> = {}): Actor {
  return {
    by: 'person',
    callerId: 'user_1',
    role,
    access: 'write',
    scopes: null,
    origins: [],
    home,
    account: home,
    creator: null,
    ...more,
  };
}

const operations = routes.filter(
  (route): route is ApiRoute & { access: KeyAccess } => route.kind === 'api' && route.access.kind === 'key',
);

function permitted(actor: Actor): string[] {
  return operations
    .filter(({ access }) => {
      try {
        permit(actor, access);
        return true;
      } catch {
        return false;
      }
    })
    .map(({ operationId }) => operationId);
}

const ofAccounts = operations.filter(({ access }) => access.actors.includes('account'));
const MONEY =
  /^\/v1\/(?:balance|earnings|payments|payouts|withdrawals|charges|transactions|submissions\/:id\/(?:cut-pay|conversions))(?:\/(?!countries)|$)/;

describe('what a role permits', () => {
  it('is everything of accounts, to owners and admins', () => {
    const all = ofAccounts.map(({ operationId }) => operationId);
    expect(permitted(person('owner'))).toEqual(all);
    expect(permitted(person('admin'))).toEqual(all);
  });

  it('is to a member whatever reads, but for money', () => {
    const expected = ofAccounts.filter(({ method, path }) => method === 'GET' && !MONEY.test(path));
    expect(expected.length).toBeGreaterThan(20);
    expect(permitted(person('member'))).toEqual(expected.map(({ operationId }) => operationId));
  });

  it('holds for an app that acts for the person, which may be allowed less', () => {
    expect(permitted(person('member', { by: 'grant' }))).toEqual(permitted(person('member')));
    const reads = ofAccounts.filter(({ method }) => method === 'GET').map(({ operationId }) => operationId);
    expect(permitted(person('owner', { by: 'grant', access: 'read' }))).toEqual(reads);
  });

  it('is whatever is for creators, to a person who is one', () => {
    const creators = operations.filter(({ access }) => access.actors.includes('creator'));
    const actor = person(null, { home: null, account: null, creator: 'crtr_1' });
    expect(permitted(actor)).toEqual(creators.map(({ operationId }) => operationId));
  });
});
