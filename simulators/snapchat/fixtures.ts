// What every world begins with: two people, their organizations, ad accounts, profiles and pixels.
import type { Fixture } from '../nodes.ts';
import type { NodeKind } from './world.ts';

/** IDs that people can tell apart: the kind's digit, and a number. */
const id = (kind: number, number: number) =>
  `${String(kind).repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;

const ADA = id(1, 1);
const GRACE = id(1, 2);
const ORGANIZATION = id(2, 1);
const AGENCY = id(2, 2);
const MAIN = id(3, 1);
const TOKYO = id(3, 2);
const FUNDING = id(7, 1);

const organization = (number: number, name: string, users: string[]): Fixture<NodeKind> => ({
  kind: 'organization',
  parent: '',
  node: { id: id(2, number), name, country: 'US', type: 'ENTERPRISE', _users: users },
});

const account = (number: number, organization_id: string, more: object): Fixture<NodeKind> => ({
  kind: 'account',
  parent: organization_id,
  node: {
    id: id(3, number),
    type: 'PARTNER',
    status: 'ACTIVE',
    currency: 'USD',
    timezone: 'America/New_York',
    organization_id,
    advertiser_organization_id: organization_id,
    funding_source_ids: [FUNDING],
    name: '',
    ...more,
  },
});

const profile = (number: number, organization_id: string, display_name: string): Fixture<NodeKind> => ({
  kind: 'profile',
  parent: organization_id,
  node: { id: id(4, number), organization_id, display_name, profile_type: 'PUBLIC' },
});

const pixel = (number: number, ad_account_id: string, name: string): Fixture<NodeKind> => ({
  kind: 'pixel',
  parent: ad_account_id,
  node: { id: id(5, number), ad_account_id, name, status: 'ACTIVE', effective_status: 'ACTIVE' },
});

export const FIXTURES: readonly Fixture<NodeKind>[] = [
  {
    kind: 'user',
    parent: '',
    node: { id: ADA, email: 'ada@sim.example', display_name: 'Ada Sim', organization_id: ORGANIZATION },
  },
  {
    kind: 'user',
    parent: '',
    node: { id: GRACE, email: 'grace@sim.example', display_name: 'Grace Sim', organization_id: AGENCY },
  },
  organization(2, "Grace's agency", [GRACE]),
  organization(1, 'Sim Organization', [ADA]),
  {
    kind: 'funding',
    parent: ORGANIZATION,
    node: {
      id: FUNDING,
      organization_id: ORGANIZATION,
      type: 'CREDIT_CARD',
      status: 'ACTIVE',
      currency: 'USD',
    },
  },
  // A list shows the newest first, so what people look for stands last.
  account(4, AGENCY, { name: "Grace's account", currency: 'EUR', timezone: 'Europe/Berlin' }),
  account(3, ORGANIZATION, { name: 'Closed account', status: 'CLOSED' }),
  account(2, ORGANIZATION, { name: 'Tokyo', currency: 'JPY', timezone: 'Asia/Tokyo' }),
  account(1, ORGANIZATION, { name: 'Main account' }),
  profile(3, AGENCY, "Grace's profile"),
  profile(2, ORGANIZATION, 'Second profile'),
  profile(1, ORGANIZATION, 'Sim Profile'),
  pixel(2, TOKYO, 'Tokyo pixel'),
  pixel(1, MAIN, 'Main pixel'),
  {
    kind: 'segment',
    parent: MAIN,
    node: {
      id: id(6, 1),
      ad_account_id: MAIN,
      name: 'Customers',
      source_type: 'FIRST_PARTY',
      status: 'ACTIVE',
    },
  },
];
