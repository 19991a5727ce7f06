import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { TemplateCampaign } from './ad-template.ts';

/** Templates that campaigns can be created from. Times are in milliseconds. */
export const adTemplates = sqliteTable(
  'ad_templates',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    name: text().notNull(),
    campaign: text({ mode: 'json' }).$type<TemplateCampaign>().notNull(),
    status: text({ enum: ['active', 'archived'] }).notNull(),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('ad_templates_account_status').on(t.accountId, t.status, t.id)],
);
