import * as z from 'zod';
import { AD_PLATFORMS, byAdPlatform } from '../../../integrations/ad-platforms.ts';
import { CHOICES, type Choice, type Selection } from '../../../integrations/ads/platform.ts';
import {
  byShopPlatform,
  SHOP_PLATFORMS,
  type ShopPlatformCode,
} from '../../../integrations/shop-platforms.ts';
import { bySocialPlatform } from '../../../integrations/social-platforms.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { Country, createdAt, ownId, Version } from '../../../resource/fields.ts';

/** Providers that stay connected. `stripe` and `card` are one-time setups instead. TikTok is a brand's and a creator's. */
export const CONNECTED_PROVIDERS = [...AD_PLATFORMS, ...SHOP_PLATFORMS, 'instagram'] as const;

export const staysConnected = (provider: string): boolean =>
  (CONNECTED_PROVIDERS as readonly string[]).includes(provider);

export const isShop = (provider: string): provider is ShopPlatformCode =>
  (SHOP_PLATFORMS as readonly string[]).includes(provider);

export const PROVIDERS = [...CONNECTED_PROVIDERS, 'stripe', 'card'] as const;

export const ConnectionCreate = z.object({
  provider: z
    .enum(PROVIDERS)
    .describe(
      "A creator connects `instagram` and `tiktok` (posts), a brand `meta`, `tiktok`, `google`, `snapchat` (ads) and `shopify`. `stripe` sets up a creator's or partner's payouts, `card` the brand's card.",
    ),
  shop: z.string().trim().min(1).max(253).optional().describe("With `shopify`: the store's domain."),
  country: Country.optional().describe(
    'With `stripe`, the first time: where the bank account is, one of GET /v1/payouts/countries.',
  ),
  returnUrl: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe(
      "Where the person goes afterwards: an https page on one of the key's embed origins, a path of the service's own app, or an address of an app (`myapp://done`). It gets `status`: `connected` (payouts), `added` (a card) or `error`.",
    ),
  checkout: z
    .enum(['hosted', 'elements'])
    .default('hosted')
    .describe('`hosted`: a page to send the person to. `elements`: a secret for a form on a page of yours.'),
});
bodyExample(ConnectionCreate, 'ConnectionCreate', {
  provider: 'shopify',
  shop: 'shop.example.com',
  returnUrl: '/settings',
  checkout: 'hosted',
});

export const ConnectionStart = z
  .object({
    url: z.string().nullable().describe('The page to send the person to; null with `elements`.'),
    clientSecret: z
      .string()
      .nullable()
      .describe("For the payment processor's form, with `elements`; shown once."),
    component: z
      .enum(['account_onboarding', 'account_management'])
      .nullable()
      .describe('Which form the secret is for, with `stripe` and `elements`.'),
    expiresAt: z.string().nullable().describe('Until when the page or the secret is good.'),
  })
  .meta({ id: 'ConnectionStart' });
recordExample(ConnectionStart, {
  url: 'https://pay.example.com/setup/5e9f',
  clientSecret: null,
  component: null,
  expiresAt: '2026-08-10T10:00:00.000Z',
});

export type ConnectionStart = z.output<typeof ConnectionStart>;

export const Logo = z
  .object({ logo: z.string().describe("The platform's name of it.") })
  .meta({ id: 'Logo' });
recordExample(Logo, { logo: 'customers/1234567890/assets/4711' });

/** The providers' names that people know. */
export const PROVIDER_NAMES: Readonly<Record<(typeof PROVIDERS)[number], string>> = {
  ...byAdPlatform(({ name }) => name),
  ...byShopPlatform(({ name }) => name),
  ...bySocialPlatform(({ name }) => name),
  stripe: 'Stripe',
  card: 'Card',
};

/** `reconnect_required` is what `expired` is called for shops. */
export const CONNECTION_STATUSES = [
  'connected',
  'active',
  'expired',
  'reconnect_required',
  'disconnected',
] as const;

export const Connection = z
  .object({
    id: ownId('connection'),
    provider: z
      .enum(CONNECTED_PROVIDERS)
      .describe('The platform. Payouts and cards are set up the same way, but are no connections.'),
    status: z
      .enum(CONNECTION_STATUSES)
      .describe(
        'Ad platforms: `active`, `connected` while something is still to be picked (see its setup), `expired` when it has to be connected again. Social accounts: `active` or `expired`. Shops: `connected` or `reconnect_required`. `disconnected`: kept, but in no list.',
      ),
    name: z
      .string()
      .nullable()
      .describe('The name of the shop or the selected ad account, or else of the person who connected it.'),
    handle: z
      .string()
      .nullable()
      .describe("The account name at a social platform, or a shop's domain; null for ad platforms."),
    avatarUrl: z.string().nullable().describe('Short-lived; null where the platform gives no picture.'),
    lastSyncedAt: z
      .string()
      .nullable()
      .describe(
        'When the ad account, the shop or the posts were last read to the end; null before the first time.',
      ),
    error: z
      .string()
      .nullable()
      .describe('The problem, or the one that is near, and how to fix it; null where there is none.'),
    activeCampaigns: z
      .int()
      .describe('Campaigns that run through it; while there are any it cannot be disconnected.'),
    canDisconnect: z
      .boolean()
      .describe(
        'False while active campaigns, ad operations or ad plans use the connection, and once it is disconnected.',
      ),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Connection' });
recordExample(Connection, {
  id: 'conn_01k2d9q3v7h5m8r4t6w0x1y2z3',
  provider: 'meta',
  status: 'active',
  name: 'Fern and Field',
  handle: null,
  avatarUrl: null,
  lastSyncedAt: null,
  error: null,
  activeCampaigns: 2,
  canDisconnect: false,
  version: 2,
  createdAt: '2026-08-08T10:00:00.000Z',
  updatedAt: '2026-08-08T10:04:00.000Z',
});

export type Connection = z.output<typeof Connection>;

const CHOICE_ABOUT: Readonly<Record<Choice, string>> = {
  adAccountId: 'Meta, Google and Snapchat: the ad account that pays, and that campaigns are made in.',
  advertiserId: 'TikTok: the ad account that pays, and that campaigns are made in.',
  businessCenterId: 'TikTok: the business center whose identities are listed.',
  businessId: 'Meta: the business whose ad accounts are listed. Google: the manager account.',
  identityId: 'TikTok: the identity that ads are shown with.',
  organizationId: 'Snapchat: the organization that ad accounts and profiles belong to.',
  pageId: 'Meta: the Facebook page that ads are shown with.',
  profileId: 'Meta: the Instagram account of the ads. Snapchat: their public profile.',
};

const choice = (name: Choice) => z.string().min(1).max(200).optional().describe(CHOICE_ABOUT[name]);
export const Choices = z.object(
  Object.fromEntries(CHOICES.map((name) => [name, choice(name)])) as Record<
    Choice,
    ReturnType<typeof choice>
  >,
);

export const ConnectionUpdate = z.object({
  status: z.literal('disconnected').optional().describe('Rejected while `canDisconnect` is false.'),
  selection: Choices.optional().describe(
    'What to use, of what the setup lists. What is left out stays as it is.',
  ),
  version: Version.optional(),
});
bodyExample(ConnectionUpdate, 'ConnectionUpdate', { status: 'disconnected' });

const Option = z
  .object({
    id: z.string().describe("The platform's."),
    name: z.string().describe('As the platform shows it to its owner.'),
    parentId: z
      .string()
      .nullable()
      .describe(
        "What it belongs to at the platform: an ad account's business, manager account or organization. Null when nothing is said.",
      ),
    currency: z
      .string()
      .nullable()
      .describe(
        "The ad account's, which its budgets and results are in: ISO 4217, in lower case. Null for what is no ad account.",
      ),
    timezone: z
      .string()
      .nullable()
      .describe("The ad account's zone, in which its days begin; null for what is no ad account."),
    status: z
      .enum(['active', 'disabled'])
      .nullable()
      .describe(
        'A disabled one cannot be used now, such as a closed ad account; null when the platform does not say.',
      ),
  })
  .meta({ id: 'ConnectionOption' });

/** The lists of options, as the API names them. */
export const OPTION_LISTS = {
  adAccountId: 'adAccounts',
  advertiserId: 'advertisers',
  businessCenterId: 'businessCenters',
  businessId: 'businesses',
  identityId: 'identities',
  organizationId: 'organizations',
  pageId: 'pages',
  profileId: 'profiles',
} as const satisfies Record<Choice, string>;

const optionList = (name: Choice) =>
  z
    .array(Option)
    .optional()
    .describe(`What \`${name}\` takes. Left out where the platform has no such choice.`);

export const ConnectionSetup = z
  .object({
    options: z
      .object(
        Object.fromEntries(CHOICES.map((name) => [OPTION_LISTS[name], optionList(name)])) as Record<
          (typeof OPTION_LISTS)[Choice],
          ReturnType<typeof optionList>
        >,
      )
      .describe('What there is to pick from; a platform has only some of these.'),
    selection: Choices.describe('What is picked now.'),
    missing: z
      .array(z.enum(CHOICES))
      .describe('The selections that are missing before campaigns can be created.'),
  })
  .meta({ id: 'ConnectionSetup' });
recordExample(ConnectionSetup, {
  options: {
    adAccounts: [
      {
        id: 'act_1234567890',
        name: 'Fern and Field',
        parentId: '9876543210',
        currency: 'usd',
        timezone: 'America/New_York',
        status: 'active',
      },
    ],
    pages: [{ id: '1122334455', name: 'Fern', parentId: null, currency: null, timezone: null, status: null }],
  },
  selection: { adAccountId: 'act_1234567890' },
  missing: ['pageId'],
});

export type ConnectionSetup = z.output<typeof ConnectionSetup>;

/** Why an ad account cannot be used or read to the end although the platform accepts the connection. */
export type SyncProblem =
  /** Its lists had more than `most` entries when they were read. */
  | { reason: 'too_long'; most: number; at?: number }
  /** Permissions that a shop has not given, in words. The rest works. */
  | { reason: 'partial'; missing: readonly string[] }
  | { reason: 'ad_account_closed' | 'needs_human' | 'permission' };

export interface ConnectionRow {
  id: string;
  holder: string;
  provider: (typeof CONNECTED_PROVIDERS)[number];
  status: (typeof CONNECTION_STATUSES)[number];
  platformUser: string;
  personName: string | null;
  name: string | null;
  handle: string | null;
  avatarUrl: string | null;
  selection: Selection;
  currency: string | null;
  timezone: string | null;
  token: string | null;
  refreshToken: string | null;
  tokenExpiresAt: number | null;
  endsAt: number | null;
  renewAt: number | null;
  renewalUntil: number | null;
  renewedAt: number | null;
  warnedAt: number | null;
  lastSyncedAt: number | null;
  syncProblem: SyncProblem | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** How a connection is used at the moment. */
export interface ConnectionUse {
  activeCampaigns: number;
  /** Whether something keeps the connection from being disconnected. */
  inUse: boolean;
}

export const UNUSED: ConnectionUse = { activeCampaigns: 0, inUse: false };
