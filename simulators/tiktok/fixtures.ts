// What every world begins with: two people, their advertisers, business centers, identities and pixels.
import type { Fixture as AnyFixture } from '../nodes.ts';
import type { NodeKind } from './world.ts';

const ADA = '7000000000000000001';
const GRACE = '7000000000000000002';
const BC = '7100000000000000001';
const MAIN = '7200000000000000001';
const TOKYO = '7200000000000000002';
const CLOSED = '7200000000000000003';
const GRACES = '7200000000000000004';

type Fixture = AnyFixture<NodeKind>;

const advertiser = (id: string, users: string[], more: object): Fixture => ({
  kind: 'advertiser',
  parent: '',
  node: {
    id,
    advertiser_id: id,
    owner_bc_id: BC,
    company: 'Sim Company',
    country: 'US',
    currency: 'USD',
    timezone: 'Etc/GMT+5',
    display_timezone: 'America/New_York',
    status: 'STATUS_ENABLE',
    role: 'ROLE_ADVERTISER',
    balance: 1000,
    _users: users,
    ...more,
  },
});

const identity = (id: string, parent: string, more: object): Fixture => ({
  kind: 'identity',
  parent,
  node: {
    id,
    identity_id: id,
    identity_type: 'CUSTOMIZED_USER',
    profile_image: `https://p16.example/${id}.jpg`,
    ...more,
  },
});

export const FIXTURES: readonly Fixture[] = [
  { kind: 'user', parent: '', node: { id: ADA, core_user_id: ADA, display_name: 'Ada Sim' } },
  { kind: 'user', parent: '', node: { id: GRACE, core_user_id: GRACE, display_name: 'Grace Sim' } },
  {
    kind: 'bc',
    parent: '',
    node: { id: BC, bc_id: BC, name: 'Sim Business', currency: 'USD', status: 'ENABLE', _users: [ADA] },
  },
  // A list shows the newest first, so what people look for stands last.
  advertiser(GRACES, [GRACE], {
    name: "Grace's advertiser",
    currency: 'EUR',
    display_timezone: 'Europe/Berlin',
  }),
  advertiser(CLOSED, [ADA], { name: 'Closed advertiser', status: 'STATUS_DISABLE' }),
  advertiser(TOKYO, [ADA], { name: 'Tokyo', currency: 'JPY', display_timezone: 'Asia/Tokyo' }),
  advertiser(MAIN, [ADA, GRACE], { name: 'Main advertiser' }),
  identity('7300000000000000003', TOKYO, { display_name: 'Tokyo brand' }),
  identity('7300000000000000002', MAIN, {
    display_name: 'Sim account',
    identity_type: 'BC_AUTH_TT',
    identity_authorized_bc_id: BC,
    available_status: 'AVAILABLE',
  }),
  identity('7300000000000000001', MAIN, { display_name: 'Sim brand' }),
  {
    kind: 'pixel',
    parent: TOKYO,
    node: { id: '7400000000000000002', pixel_code: 'CTOKYOPIXEL', pixel_name: 'Tokyo pixel' },
  },
  {
    kind: 'pixel',
    parent: MAIN,
    node: { id: '7400000000000000001', pixel_code: 'CMAINPIXEL', pixel_name: 'Main pixel' },
  },
  {
    kind: 'app',
    parent: MAIN,
    node: {
      id: '7500000000000000001',
      app_name: 'Sim App',
      platform: 'ANDROID',
      package_name: 'sim.app',
      download_url: 'https://play.google.com/store/apps/details?id=sim.app',
    },
  },
  {
    kind: 'audience',
    parent: MAIN,
    node: {
      id: '7600000000000000002',
      name: 'Being counted',
      audience_type: 'Customer File Audience',
      cover_num: 0,
      is_valid: false,
      is_expiring: false,
      shared: false,
    },
  },
  {
    kind: 'audience',
    parent: MAIN,
    node: {
      id: '7600000000000000001',
      name: 'Customers',
      audience_type: 'Customer File Audience',
      cover_num: 1200,
      is_valid: true,
      is_expiring: false,
      shared: false,
    },
  },
];

/** States and the like, each with the ID of its country. */
export const PROVINCES: readonly (readonly [string, string, string, string])[] = [
  ['US', '5128638', 'New York', '6252001'],
  ['US', '5332921', 'California', '6252001'],
  ['US', '4736286', 'Texas', '6252001'],
  ['CA', '6093943', 'Ontario', '6251999'],
];

/** Where ads can be shown: the country's code and the platform's ID of it. */
export const REGIONS: readonly (readonly [string, string, string])[] = [
  ['US', '6252001', 'United States'],
  ['CA', '6251999', 'Canada'],
  ['GB', '2635167', 'United Kingdom'],
  ['AU', '2077456', 'Australia'],
  ['NZ', '2186224', 'New Zealand'],
  ['AT', '2782113', 'Austria'],
  ['BE', '2802361', 'Belgium'],
  ['CZ', '3077311', 'Czechia'],
  ['DK', '2623032', 'Denmark'],
  ['FI', '660013', 'Finland'],
  ['FR', '3017382', 'France'],
  ['DE', '2921044', 'Germany'],
  ['GR', '390903', 'Greece'],
  ['HU', '719819', 'Hungary'],
  ['IE', '2963597', 'Ireland'],
  ['IT', '3175395', 'Italy'],
  ['NL', '2750405', 'Netherlands'],
  ['NO', '3144096', 'Norway'],
  ['PL', '798544', 'Poland'],
  ['PT', '2264397', 'Portugal'],
  ['RO', '798549', 'Romania'],
  ['ES', '2510769', 'Spain'],
  ['SE', '2661886', 'Sweden'],
  ['CH', '2658434', 'Switzerland'],
  ['BR', '3469034', 'Brazil'],
  ['MX', '3996063', 'Mexico'],
  ['JP', '1861060', 'Japan'],
  ['KR', '1835841', 'South Korea'],
  ['SG', '1880251', 'Singapore'],
  ['ZA', '953987', 'South Africa'],
  ['SA', '102358', 'Saudi Arabia'],
  ['AE', '290557', 'United Arab Emirates'],
];
