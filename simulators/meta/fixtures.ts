// What every world begins with: two people, their businesses, ad accounts, pages and pixels.
import type { Fixture as AnyFixture } from '../nodes.ts';
import type { NodeKind } from './world.ts';

const ADA = '100000000000001';
const GRACE = '100000000000002';
const BUSINESS = '200000000000001';
const MAIN = 'act_300000000000001';
const TOKYO = 'act_300000000000002';
const CLOSED = 'act_300000000000003';
export const GRACES = 'act_300000000000004';

type Fixture = AnyFixture<NodeKind>;

const account = (id: string, users: string[], more: object): Fixture => ({
  kind: 'account',
  parent: '',
  node: {
    id,
    account_id: id.slice(4),
    account_status: 1,
    disable_reason: 0,
    currency: 'USD',
    timezone_name: 'America/New_York',
    timezone_offset_hours_utc: -5,
    business: { id: BUSINESS, name: 'Sim Business' },
    amount_spent: '0',
    balance: '0',
    spend_cap: '0',
    min_daily_budget: 100,
    _users: users,
    ...more,
  },
});

const page = (id: string, name: string, users: string[], instagram?: string): Fixture => ({
  kind: 'page',
  parent: '',
  node: {
    id,
    name,
    category: 'Brand',
    tasks: ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT'],
    _users: users,
    ...(instagram ? { instagram_business_account: { id: instagram } } : {}),
  },
});

/** A custom conversion, counted by the main pixel. */
const conversion = (id: string, name: string, more: object = {}): Fixture => ({
  kind: 'conversion',
  parent: MAIN,
  node: {
    id,
    name,
    custom_event_type: 'OTHER',
    is_archived: false,
    is_unavailable: false,
    pixel: { id: '600000000000001' },
    ...more,
  },
});

export const FIXTURES: readonly Fixture[] = [
  { kind: 'user', parent: '', node: { id: ADA, name: 'Ada Sim' } },
  { kind: 'user', parent: '', node: { id: GRACE, name: 'Grace Sim' } },
  {
    kind: 'business',
    parent: '',
    node: { id: BUSINESS, name: 'Sim Business', verification_status: 'verified', _users: [ADA, GRACE] },
  },
  // A list shows the newest first, so what people look for stands last.
  account(GRACES, [GRACE], { name: "Grace's account", currency: 'EUR', timezone_name: 'Europe/Berlin' }),
  account(CLOSED, [ADA], { name: 'Closed account', account_status: 2, disable_reason: 1 }),
  account(TOKYO, [ADA], {
    name: 'Tokyo',
    currency: 'JPY',
    timezone_name: 'Asia/Tokyo',
    min_daily_budget: 150,
  }),
  account(MAIN, [ADA, GRACE], { name: 'Main account' }),
  page('400000000000003', "Grace's page", [GRACE]),
  page('400000000000002', 'Second page', [ADA]),
  page('400000000000001', 'Sim Page', [ADA, GRACE], '500000000000001'),
  {
    kind: 'instagram',
    parent: MAIN,
    node: { id: '500000000000001', username: 'sim.page', profile_pic: 'https://scontent.example/sim.jpg' },
  },
  {
    kind: 'pixel',
    parent: TOKYO,
    node: { id: '600000000000002', name: 'Tokyo pixel', is_unavailable: false },
  },
  { kind: 'pixel', parent: MAIN, node: { id: '600000000000001', name: 'Main pixel', is_unavailable: false } },
  conversion('610000000000002', 'Old newsletter', { is_archived: true }),
  conversion('610000000000001', 'Large orders'),
  {
    kind: 'app',
    parent: MAIN,
    node: {
      id: '700000000000001',
      name: 'Sim App',
      object_store_urls: {
        itunes: 'https://apps.apple.com/app/id1',
        google_play: 'https://play.google.com/store/apps/details?id=sim',
      },
    },
  },
  {
    kind: 'audience',
    parent: MAIN,
    node: {
      id: '800000000000001',
      name: 'Customers',
      subtype: 'CUSTOM',
      approximate_count_lower_bound: 1000,
      approximate_count_upper_bound: 1200,
      delivery_status: { code: 200, description: 'This audience is ready for use.' },
      operation_status: { code: 200, description: 'Normal' },
      retention_days: 180,
      time_updated: 1_750_000_000,
    },
  },
];
