import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { CreatorPost } from '../../../integrations/ads/platform.ts';

/** What creators were asked to authorize as ads, and their answers. Times are in milliseconds. */
export const adAuthorizations = sqliteTable(
  'ad_authorizations',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    creatorId: text('creator_id').notNull(),
    submissionId: text('submission_id').notNull(),
    programId: text('program_id').notNull(),
    platform: text({ enum: ['meta', 'tiktok'] }).notNull(),
    status: text({ enum: ['requested', 'granted', 'revoked', 'expired'] }).notNull(),
    /** The creator's handle on the platform when they were asked, or when they answered. */
    handle: text(),
    /** The platform's code for the post, encrypted. Only set while the authorization is granted. */
    code: text(),
    /** The post that the code is for, as the platform tells it; null until the platform was asked. */
    post: text({ mode: 'json' }).$type<CreatorPost>(),
    /** When the platform was last asked about the code; null before. */
    readAt: integer('read_at'),
    /** When the platform is asked about it next, if ads use it; null without a code. */
    lookAt: integer('look_at'),
    /** When both sides are told that it ends soon, if ads use it; null without an end, and once they were told of it. */
    tellAt: integer('tell_at'),
    authorizedAt: integer('authorized_at'),
    expiresAt: integer('expires_at'),
    revokedAt: integer('revoked_at'),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('ad_authorizations_account').on(t.accountId, t.status, t.id),
    index('ad_authorizations_account_platform').on(t.accountId, t.platform, t.status, t.id),
    index('ad_authorizations_creator').on(t.creatorId, t.status, t.id),
    index('ad_authorizations_submission').on(t.submissionId, t.status, t.id),
    // A submission has at most one open authorization per platform.
    uniqueIndex('ad_authorizations_open')
      .on(t.submissionId, t.platform)
      .where(sql`status IN ('requested', 'granted')`),
    index('ad_authorizations_look').on(t.lookAt).where(sql`status = 'granted' AND look_at IS NOT NULL`),
    index('ad_authorizations_tell').on(t.tellAt).where(sql`status = 'granted' AND tell_at IS NOT NULL`),
    index('ad_authorizations_due').on(t.expiresAt).where(sql`status = 'granted' AND expires_at IS NOT NULL`),
  ],
);
