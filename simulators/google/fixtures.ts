// What every world begins with: two people, their ad accounts, a manager account with a client, what counts there.
import type { Fixture as AnyFixture } from '../nodes.ts';
import type { NodeKind } from './world.ts';

const ADA = '110000000000000000001';
const GRACE = '110000000000000000002';
const MAIN = '3000000001';
const TOKYO = '3000000002';
const CLOSED = '3000000003';
const GRACES = '3000000004';
const CLIENT = '3000000005';
const MANAGER = '2000000001';

type Fixture = AnyFixture<NodeKind>;

/** `_users` have access to it themselves, `_manager` lends its own; `_floor` is the least budget of a day. */
const customer = (id: string, users: string[], more: object): Fixture => ({
  kind: 'customer',
  parent: '',
  node: {
    id,
    descriptiveName: 'Main account',
    currencyCode: 'USD',
    timeZone: 'America/New_York',
    manager: false,
    testAccount: false,
    status: 'ENABLED',
    _users: users,
    _floor: '5000000',
    ...more,
  },
});

const conversion = (id: string, name: string, category: string, type = 'WEBPAGE'): Fixture => ({
  kind: 'conversionAction',
  parent: MAIN,
  node: { id: `customers/${MAIN}/conversionActions/${id}`, name, category, type, status: 'ENABLED' },
});

const interest = (id: number, name: string): Fixture => ({
  kind: 'userInterest',
  parent: '',
  node: { id: String(id), name, taxonomyType: 'AFFINITY' },
});

/** The languages that people can be told apart by. */
export const LANGUAGES = [
  ['1000', 'English', 'en'],
  ['1001', 'German', 'de'],
  ['1002', 'French', 'fr'],
  ['1003', 'Spanish', 'es'],
  ['1004', 'Italian', 'it'],
  ['1005', 'Japanese', 'ja'],
  ['1014', 'Portuguese', 'pt'],
  ['1037', 'Turkish', 'tr'],
].map(([id, name, code]) => ({ id: id!, name: name!, code: code! }));

export const FIXTURES: readonly Fixture[] = [
  { kind: 'user', parent: '', node: { id: ADA, name: 'Ada Sim', email: 'ada@sim.example' } },
  { kind: 'user', parent: '', node: { id: GRACE, name: 'Grace Sim', email: 'grace@sim.example' } },
  customer(MAIN, [ADA, GRACE], {}),
  customer(TOKYO, [ADA], {
    descriptiveName: 'Tokyo',
    currencyCode: 'JPY',
    timeZone: 'Asia/Tokyo',
    _floor: '700000000',
  }),
  customer(CLOSED, [ADA], { descriptiveName: 'Closed account', status: 'CANCELED' }),
  customer(GRACES, [GRACE], {
    descriptiveName: "Grace's account",
    currencyCode: 'EUR',
    timeZone: 'Europe/Berlin',
  }),
  customer(MANAGER, [ADA], { descriptiveName: 'Sim Agency', manager: true }),
  customer(CLIENT, [], {
    descriptiveName: 'Client',
    currencyCode: 'EUR',
    timeZone: 'Europe/Berlin',
    _manager: MANAGER,
  }),
  conversion('7000000001', 'Purchases', 'PURCHASE'),
  conversion('7000000002', 'Leads', 'SUBMIT_LEAD_FORM'),
  conversion('7000000003', 'Installs', 'DOWNLOAD', 'GOOGLE_PLAY_DOWNLOAD'),
  conversion('7000000004', 'In-app purchases', 'PURCHASE', 'FIREBASE_ANDROID_IN_APP_PURCHASE'),
  ...['Running', 'Running shoes', 'Trail running', 'Cooking', 'Coffee', 'Cycling', 'Skin care', 'Yoga'].map(
    (name, at) => interest(80_100 + at, name),
  ),
];
