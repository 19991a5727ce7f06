// What a person's role allows, over all operations. Other refusals are tested in
// test/contract/access.test.ts.
import { describe, expect, it } from 'vitest';
import type { Actor, Role } from '../../src/auth/actor.ts';
import { EMBED_COMPONENTS, type Frame } from '../../src/auth/frame.ts';
import { type ApiRoute, access, type KeyAccess } from '../../src/http/define-route.ts';
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
    .filter(({ access, embeds }) => {
      try {
        permit(actor, access, embeds);
        return true;
      } catch {
        return false;
      }
    })
    .map(({ operationId }) => operationId);
}

const ofAccounts = operations.filter(({ access }) => access.actors.includes('account'));
/** A POST since something is made, which only reads. */
const READING = ['createLiveTicket', 'createExport'];
const reads = ({ method, operationId }: ApiRoute) => method === 'GET' || READING.includes(operationId);
const MONEY =
  /^\/v1\/(?:balance|earnings|payments|payouts|withdrawals|charges|transactions|submissions\/:id\/(?:cut-pay|conversions))(?:\/(?!countries)|$)/;

describe('what a role permits', () => {
  it('is everything of accounts, to owners and admins', () => {
    const all = ofAccounts.map(({ operationId }) => operationId);
    expect(permitted(person('owner'))).toEqual(all);
    expect(permitted(person('admin'))).toEqual(all);
  });

  it('is to a member whatever reads, but for money', () => {
    const expected = ofAccounts.filter((route) => reads(route) && !MONEY.test(route.path));
    expect(expected.length).toBeGreaterThan(20);
    expect(permitted(person('member'))).toEqual(expected.map(({ operationId }) => operationId));
  });

  it('holds for an app that acts for the person, which may be allowed less, and not the business API', () => {
    const open = ofAccounts.filter(({ access }) => !access.business);
    const member = open.filter((route) => reads(route) && !MONEY.test(route.path));
    expect(permitted(person('member', { by: 'grant' }))).toEqual(
      member.map(({ operationId }) => operationId),
    );
    const read = open.filter(reads).map(({ operationId }) => operationId);
    expect(permitted(person('owner', { by: 'grant', access: 'read' }))).toEqual(read);
  });

  it('is whatever is for creators, to a person who is one', () => {
    const creators = operations.filter(({ access }) => access.actors.includes('creator'));
    const actor = person(null, { home: null, account: null, creator: 'crtr_1' });
    expect(permitted(actor)).toEqual(creators.map(({ operationId }) => operationId));
  });
});

/** All that frames of a component may call, with each feature on and off. */
const SHOWS_MONEY = [
  'listPrograms',
  'getBalance',
  'listEarnings',
  'getEarning',
  'listWithdrawals',
  'getWithdrawal',
];
const SETS_UP = [
  'listPrograms',
  'getCreator',
  'listApplications',
  'getApplication',
  'listRelationships',
  'getRelationship',
];
const OF_FRAMES: Record<string, string[]> = {
  'programs ': ['listPrograms', 'getProgram', 'listApplications', 'getApplication'],
  'programs apply': [
    'listPrograms',
    'getProgram',
    'createApplication',
    'listApplications',
    'getApplication',
    'updateApplication',
  ],
  'earnings ': [...SHOWS_MONEY],
  // Money moves in a window of ours alone.
  'earnings withdraw': [...SHOWS_MONEY],
  'onboarding ': SETS_UP,
  'onboarding profile': SETS_UP.flatMap((one) => (one === 'getCreator' ? [one, 'updateCreator'] : [one])),
  'onboarding agreements': [
    ...SETS_UP.flatMap((one) => (one === 'getApplication' ? [one, 'updateApplication'] : [one])),
    'updateRelationship',
  ],
  // Banks are the processor's business, in a window of ours.
  'onboarding payouts': SETS_UP,
  'submissions ': [
    'listProducts',
    'listPrograms',
    'getProgram',
    'listApplications',
    'listSubmissions',
    'getSubmission',
  ],
  'submissions submit': [
    'listProducts',
    'listPrograms',
    'getProgram',
    'listApplications',
    'createSubmission',
    'listSubmissions',
    'getSubmission',
    'updateSubmission',
    'createFile',
    'getFile',
    'updateFile',
  ],
  'messages ': ['listThreads', 'getThread', 'createLiveTicket', 'listMessages'],
  'messages send': [
    'createFile',
    'getFile',
    'updateFile',
    'createThread',
    'listThreads',
    'getThread',
    'updateThread',
    'createLiveTicket',
    'createMessage',
    'listMessages',
    'updateMessage',
  ],
};

const OF_A_BRAND = { account: 'acct_1', ofBrand: true };

describe('what a key’s scopes permit', () => {
  const ofBusiness = operations.filter(({ access }) => access.business);

  it('is what names the scope of its account’s type', () => {
    for (const scope of ['brand:organization:read', 'brand:submissions:write'] as const) {
      const key = person(null, { by: 'key', scopes: [scope] });
      const opened = ofBusiness.filter(({ access }) => access.business!.scopes.includes(scope));
      expect(permitted(key).filter((id) => ofBusiness.some((route) => route.operationId === id))).toEqual(
        opened.map(({ operationId }) => operationId),
      );
    }
    const partner = person(null, { by: 'key', home: { ...home, type: 'partner' }, scopes: null });
    const approves = access.scoped('write', ['brand:ads:approve'], null);
    expect(() => permit(partner, approves)).toThrow(/Only the brand itself/);
    expect(() => permit({ ...partner, by: 'person', role: 'owner' }, approves)).toThrow(
      /Only the brand itself/,
    );
    expect(() => permit(person('owner'), approves)).not.toThrow();
  });
});

describe('what a frame on a customer’s page permits', () => {
  const embed = (frame: Frame, more: Partial<Actor> = {}) =>
    person(null, { by: 'embed', callerId: 'emb_1', frame, account: null, creator: 'crtr_1', ...more });

  it('is what the table of its component says, and nothing else', () => {
    const found = Object.entries(EMBED_COMPONENTS).flatMap(([component, all]) =>
      [[], ...all.map((one) => [one])].map((features) => [
        `${component} ${features.join()}`,
        permitted(embed({ component, features, ...OF_A_BRAND } as Frame)),
      ]),
    );
    expect(Object.fromEntries(found)).toEqual(OF_FRAMES);
  });

  it('is never more than the key behind it may', () => {
    const frame: Frame = { component: 'programs', features: ['apply'], ...OF_A_BRAND };
    expect(permitted(embed(frame, { access: 'read' }))).toEqual(OF_FRAMES['programs ']);
    const open = new Set(permitted(person(null, { by: 'key', account: null, creator: 'crtr_1' })));
    expect(permitted(embed(frame)).filter((one) => !open.has(one))).toEqual([]);
  });

  it('is nothing for a frame that no component is known of', () => {
    const strange = person(null, { by: 'embed', account: null, creator: 'crtr_1' });
    for (const { access, embeds } of operations) {
      expect(() => permit(strange, access, embeds)).toThrow(
        expect.objectContaining({ code: 'permission_denied' }),
      );
    }
  });

  it('is nothing on a page of the console, whatever the operation', () => {
    const frame: Frame = { component: 'programs', features: ['apply'], ...OF_A_BRAND };
    for (const { access } of operations) expect(() => permit(embed(frame), access)).toThrow(/embed/);
  });
});
