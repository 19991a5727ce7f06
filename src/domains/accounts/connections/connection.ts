import * as z from 'zod';
import { CHOICES, type Choice, type Selection } from '../../../integrations/ads/platform.ts';
import { DAY_MS, day, iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample } from '../../../resource/example.ts';
import { Country, createdAt, id, Version } from '../../../resource/fields.ts';

export const PROVIDERS = [
  'meta',
  'google',
  'snapchat',
  'tiktok',
  'shopify',
  'instagram',
  'stripe',
  'card',
] as const;

export const ConnectionCreate = z.object({
  provider: z
    .enum(PROVIDERS)
    .describe("`stripe` sets up a creator's or partner's payouts, `card` the brand's card."),
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
    clientSecret: z.string().nullable().describe("For the payment processor's form; shown once."),
    component: z
      .enum(['account_onboarding', 'account_management'])
      .nullable()
      .describe('Which form the secret is for, with `stripe` and `elements`.'),
    expiresAt: z.string().nullable().describe('RFC 3339, UTC.'),
  })
  .meta({ id: 'ConnectionStart' });

export type ConnectionStart = z.output<typeof ConnectionStart>;

export const Logo = z
  .object({ logo: z.string().describe("The platform's name of it.") })
  .meta({ id: 'Logo' });

/** As people know them. */
export const PROVIDER_NAMES: Readonly<Record<(typeof PROVIDERS)[number], string>> = {
  meta: 'Meta',
  google: 'Google',
  snapchat: 'Snapchat',
  tiktok: 'TikTok',
  shopify: 'Shopify',
  instagram: 'Instagram',
  stripe: 'Stripe',
  card: 'Card',
};

/** What stays connected; `stripe` and `card` are set-ups. */
export const CONNECTED_PROVIDERS = ['meta', 'tiktok', 'google', 'snapchat', 'shopify', 'instagram'] as const;

export const CONNECTION_STATUSES = ['connected', 'active', 'expired', 'disconnected'] as const;

export const Connection = z
  .object({
    id: id('connection'),
    provider: z.enum(CONNECTED_PROVIDERS),
    status: z
      .enum(CONNECTION_STATUSES)
      .describe(
        '`connected`: something is still to be picked, see its setup. `expired`: connect it again. `disconnected`: kept, but in no list.',
      ),
    name: z
      .string()
      .nullable()
      .describe('Of the ad account that was picked, else of the person who connected it.'),
    handle: z.string().nullable(),
    avatarUrl: z.string().nullable().describe('Short-lived.'),
    lastSyncedAt: z.string().nullable().describe('When the ad account was last read whole.'),
    error: z.string().nullable().describe('What is wrong, or soon will be, and what to do about it.'),
    activeCampaigns: z.int(),
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

export type Connection = z.output<typeof Connection>;

const choice = z.string().min(1).max(200).optional();
export const Choices = z.object(
  Object.fromEntries(CHOICES.map((name) => [name, choice])) as Record<Choice, typeof choice>,
);

export const ConnectionUpdate = z.object({
  status: z.literal('disconnected').optional().describe('Refused while `canDisconnect` is false.'),
  selection: Choices.optional().describe(
    'What to use, of what the setup lists. What is left out stays as it is.',
  ),
  version: Version.optional(),
});
bodyExample(ConnectionUpdate, 'ConnectionUpdate', { status: 'disconnected' });

const Option = z
  .object({
    id: z.string().describe("The platform's."),
    name: z.string(),
    parentId: z.string().nullable(),
    currency: z.string().nullable().describe('ISO 4217, lower case.'),
    timezone: z.string().nullable(),
    status: z.enum(['active', 'disabled']).nullable(),
  })
  .meta({ id: 'ConnectionOption' });

/** What there is to pick, as the API calls the lists. */
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

const optionList = z.array(Option).optional();

export const ConnectionSetup = z
  .object({
    options: z
      .object(
        Object.fromEntries(Object.values(OPTION_LISTS).map((name) => [name, optionList])) as Record<
          (typeof OPTION_LISTS)[Choice],
          typeof optionList
        >,
      )
      .describe('What there is to pick from; a platform has only some of these.'),
    selection: Choices,
    missing: z.array(z.enum(CHOICES)).describe('What is to be picked before campaigns can be made.'),
  })
  .meta({ id: 'ConnectionSetup' });

export type ConnectionSetup = z.output<typeof ConnectionSetup>;

/** Why an ad account can't be worked with or read whole, though its connection is accepted. */
export type SyncProblem =
  /** Its lists have more than `most` entries. */
  { reason: 'too_long'; most: number } | { reason: 'ad_account_closed' | 'needs_human' | 'permission' };

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
  renewalUntil: number | null;
  renewedAt: number | null;
  warnedAt: number | null;
  lastSyncedAt: number | null;
  syncProblem: SyncProblem | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** What uses a connection now. */
export interface ConnectionUse {
  activeCampaigns: number;
  /** Whether anything keeps it from being disconnected. */
  inUse: boolean;
}

export const UNUSED: ConnectionUse = { activeCampaigns: 0, inUse: false };

/** How long before a token ends its owners are told. */
export const WARN_MS = 7 * DAY_MS;

export function presentConnection(row: ConnectionRow, use: ConnectionUse, now: number): Connection {
  return {
    id: row.id,
    provider: row.provider,
    status: row.status,
    name: row.name,
    handle: row.handle,
    avatarUrl: row.avatarUrl,
    lastSyncedAt: isoOrNull(row.lastSyncedAt),
    error: errorOf(row, now),
    activeCampaigns: use.activeCampaigns,
    canDisconnect: row.status !== 'disconnected' && !use.inUse,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

function errorOf(
  { provider, status, refreshToken, tokenExpiresAt, syncProblem }: ConnectionRow,
  now: number,
) {
  const platform = PROVIDER_NAMES[provider];
  if (status === 'expired') return `${platform} no longer accepts this connection. Connect it again.`;
  if (status === 'disconnected') return null;
  if (refreshToken === null && tokenExpiresAt !== null && tokenExpiresAt - now <= WARN_MS)
    return `${platform} ends this connection on ${day(tokenExpiresAt)}. Connect it again before.`;
  return syncProblem && saidOf(platform, syncProblem);
}

/** What to do about an ad account that its platform lets nobody work with. */
const CLOSED = {
  ad_account_closed: (platform: string) =>
    `The ad account is closed or disabled at ${platform}. Open it again in ${platform}'s ads manager, or choose another one.`,
  needs_human: (platform: string) =>
    `${platform} wants somebody to look into the ad account first. Settle what its ads manager asks.`,
  permission: (platform: string) =>
    `${platform} does not show this ad account to the person who connected it any more. Give that person access, or let somebody who has access connect it again.`,
} as const;

const saidOf = (platform: string, problem: SyncProblem) =>
  problem.reason === 'too_long' ? tooLong(platform, problem.most) : CLOSED[problem.reason](platform);

const tooLong = (platform: string, most: number) =>
  `This ad account holds more than ${most.toLocaleString('en-US')} campaigns, ad sets or ads of one kind, which is more than can be read from ${platform}. Statuses and amounts spent are not up to date: delete what is over at ${platform}, or use a smaller ad account.`;
