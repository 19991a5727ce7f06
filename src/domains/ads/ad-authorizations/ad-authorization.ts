import * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import type { CreatorPost } from '../../../integrations/ads/platform.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, Version } from '../../../resource/fields.ts';
import { Timestamp } from '../../../resource/list-page.ts';
import { requestUrlOf } from './request-link.ts';
import type { State } from './transitions.ts';

export const AUTHORIZATION_PLATFORMS = ['meta', 'tiktok'] as const;
export type AuthorizationPlatform = (typeof AUTHORIZATION_PLATFORMS)[number];

/**
 * How a creator authorizes ads on each platform: the request field that takes the code, whether it is required, whether
 * the platform tells when the permission ends, and which of the creator's handles is shown before it is asked.
 */
export const PERMISSIONS = {
  meta: { name: 'Meta', code: 'adCode', codeNeeded: false, tellsEnd: false, handle: 'instagram' },
  tiktok: { name: 'TikTok', code: 'sparkCode', codeNeeded: true, tellsEnd: true, handle: 'tiktok' },
} as const satisfies Record<AuthorizationPlatform, object>;

export const AUTHORIZATION_STATUSES = ['requested', 'granted', 'revoked', 'expired'] as const;

export const AdAuthorization = z
  .object({
    id: ownId('adAuthorization'),
    submission: id('submission').describe('The submission that the ad shows.'),
    creator: id('creator').nullable().describe('Whose yes it takes.'),
    account: id('account').describe('Who asks.'),
    brandName: z.string().describe('What the account that asks is called.'),
    platform: z.enum(AUTHORIZATION_PLATFORMS).describe('Where the ads are to run.'),
    status: z
      .enum(AUTHORIZATION_STATUSES)
      .describe(
        'Ads may run while it is granted. A creator renews an expired one by a new code; a revoked one can be requested again.',
      ),
    handle: z
      .string()
      .nullable()
      .describe(
        'What the creator is called on the platform, by the platform once it was asked; null when unknown.',
      ),
    post: z
      .object({
        url: z.string().describe('Where people see it.'),
        handle: z
          .string()
          .nullable()
          .describe('Who published it, as the platform calls them; null when unknown.'),
        caption: z.string().nullable().describe('What is written beside it; null without any.'),
        thumbnailUrl: z.string().nullable().describe('A picture of it; null without one.'),
      })
      .nullable()
      .describe(
        'The post that ads may show: by the code, or where the submission is published; null until known.',
      ),
    requestUrl: z
      .string()
      .nullable()
      .describe(
        'The page where a creator without an account sends a code or declines, for 30 days: after the request, and from 7 days before the end. Null otherwise, once a person has verified the profile, and after the two have parted.',
      ),
    authorizedAt: z.string().nullable().describe('When the creator last granted it; null before.'),
    expiresAt: z
      .string()
      .nullable()
      .describe(
        'When it ends: as TikTok says, as the creator said for Meta. Null for one that lasts until it is revoked, and until the platform was asked.',
      ),
    revokedAt: z.string().nullable().describe('When either side took it back; null while nobody has.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'AdAuthorization' });
recordExample(AdAuthorization, {
  id: 'adauth_01k2d9q3v7h5m8r4t6w0x1y2z3',
  submission: 'sub_01k2d9q3v7h5m8r4t6w0x1y2z3',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  brandName: 'Fern and Field',
  platform: 'tiktok',
  status: 'granted',
  handle: 'maya.walks',
  post: {
    url: 'https://www.tiktok.com/@maya.walks/video/7300000000000000001',
    handle: 'maya.walks',
    caption: 'Up the hill.',
    thumbnailUrl: null,
  },
  requestUrl: null,
  authorizedAt: '2026-08-11T09:30:00.000Z',
  expiresAt: '2026-09-10T09:30:00.000Z',
  revokedAt: null,
  version: 2,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-11T09:30:00.000Z',
});

export type AdAuthorization = z.output<typeof AdAuthorization>;

export const AdAuthorizationCreate = z.object({
  submission: id('submission').describe('Approved or live work sent in to you.'),
  platform: z.enum(AUTHORIZATION_PLATFORMS).describe('Where the ads are to run.'),
});
bodyExample(AdAuthorizationCreate, 'AdAuthorizationCreate', {
  submission: 'sub_01k2d9q3v7h5m8r4t6w0x1y2z3',
  platform: 'meta',
});

export const AdCode = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{4,500}$/, 'Must be an ad code from the platform.');
const Code = AdCode.optional();

export const AdAuthorizationUpdate = z.object({
  status: z.enum(['granted', 'revoked']).describe('`granted` is for the creator.'),
  sparkCode: Code.describe(
    "TikTok's code for the post; needed with `granted`, also to renew. The platform says whose post it is and until when.",
  ),
  adCode: Code.describe("Meta's code for a partnership ad with the post."),
  expiresAt: Timestamp.optional().describe(
    'Meta, with `granted`: when the permission ends. Without it, it lasts until it is revoked.',
  ),
  version: Version.optional(),
});
bodyExample(AdAuthorizationUpdate, 'AdAuthorizationUpdate', { status: 'revoked' });

export type AdAuthorizationUpdateInput = z.output<typeof AdAuthorizationUpdate>;

export interface AdAuthorizationRow {
  id: string;
  accountId: string;
  creatorId: string;
  submissionId: string;
  programId: string;
  platform: AuthorizationPlatform;
  status: State;
  handle: string | null;
  /** Encrypted: see code.ts. */
  code: string | null;
  /** What the platform says of the code; null until it was asked. */
  post: CreatorPost | null;
  readAt: number | null;
  lookAt: number | null;
  tellAt: number | null;
  authorizedAt: number | null;
  expiresAt: number | null;
  revokedAt: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** The fields of a response that are not in the row. */
export interface Shown {
  brandName: string;
  url: string | null;
  caption: string | null;
  /** Whether account and creator still work together. */
  together: boolean;
  /** Whether no person has verified the creator's profile. */
  unverified: boolean;
}

export function presentAuthorization(ctx: SystemCtx, row: AdAuthorizationRow, shown: Shown): AdAuthorization {
  const { handle, post } = row;
  const url = post?.url ?? shown.url;
  return {
    id: row.id,
    submission: row.submissionId,
    creator: row.creatorId,
    account: row.accountId,
    brandName: shown.brandName,
    platform: row.platform,
    status: row.status,
    handle,
    post: url === null ? null : { url, handle, caption: post?.caption ?? shown.caption, thumbnailUrl: null },
    requestUrl: shown.unverified && shown.together ? requestUrlOf(ctx, row) : null,
    authorizedAt: isoOrNull(row.authorizedAt),
    expiresAt: isoOrNull(row.expiresAt),
    revokedAt: isoOrNull(row.revokedAt),
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
