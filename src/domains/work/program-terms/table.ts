import { type SQL, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { beginning } from '../../../db/name-search.ts';
import type { Pay } from './pay.ts';
import { type Brief, PROGRAM_PLATFORMS, type ProgramPlatform } from './program.ts';

/** What an index of offers holds, and a query that reads one repeats in exactly these words, which have no parameters. */
export const IS_OFFERED = sql.raw(`"visibility" = 'network' AND "status" = 'live'`);

/** Whether a program takes videos for the platform: it names it, or names none. */
export const takesPlatform = (platform: ProgramPlatform): SQL =>
  sql.raw(`("platforms" = '[]' OR instr("platforms", '"${platform}"') > 0)`);

export const offersIndex = (platform: ProgramPlatform): string => `programs_offered_${platform}`;

// Money is in cents, times are milliseconds.
export const programs = sqliteTable(
  'programs',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    name: text().notNull(),
    type: text({ enum: ['organic', 'paid_ads'] }).notNull(),
    status: text({ enum: ['draft', 'live', 'paused', 'archived'] }).notNull(),
    visibility: text({ enum: ['invite', 'network'] })
      .notNull()
      .default('invite'),
    brief: text({ mode: 'json' }).$type<Partial<Brief>>().notNull().default({}),
    platforms: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** The newest pay; program_pays has every version of it. */
    pay: text({ mode: 'json' }).$type<Pay>().notNull(),
    payVersion: integer('pay_version').notNull().default(1),
    /** The number for the next new rule; a number is never used twice. */
    nextRule: integer('next_rule').notNull().default(1),
    agreements: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /**
     * Grows when the agreements that a creator must accept here change. It is added to each application's
     * version, so that one statement makes every acceptance of the older text fail.
     */
    agreementsEpoch: integer('agreements_epoch').notNull().default(0),
    products: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    limitCreators: integer('limit_creators'),
    limitSubmissionsPerCreator: integer('limit_submissions_per_creator'),
    limitBudget: integer('limit_budget'),
    startsAt: integer('starts_at'),
    endsAt: integer('ends_at'),
    image: text(),
    /** Whether anybody may read its public page while it is live and shown to every creator. */
    publicPage: integer('public_page', { mode: 'boolean' }).notNull().default(false),
    /** Counters change in the batch of what they count, so that a list never counts rows. */
    creatorCount: integer('creator_count').notNull().default(0),
    applicationCount: integer('application_count').notNull().default(0),
    submissionCount: integer('submission_count').notNull().default(0),
    spent: integer().notNull().default(0),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('programs_account').on(t.accountId, t.id),
    index('programs_account_status').on(t.accountId, t.status, t.id),
    index('programs_name').on(t.accountId, beginning(t.name)),
    index('programs_network').on(t.visibility, t.status, t.id),
    index('programs_offered_name').on(beginning(t.name)).where(IS_OFFERED),
    ...PROGRAM_PLATFORMS.map((platform) =>
      index(offersIndex(platform))
        .on(t.id)
        .where(sql`${IS_OFFERED} AND ${takesPlatform(platform)}`),
    ),
  ],
);

/** Every version of a program's pay: a submission is paid by the version in force when it was made. */
export const programPays = sqliteTable(
  'program_pays',
  {
    programId: text('program_id').notNull(),
    version: integer().notNull(),
    pay: text({ mode: 'json' }).$type<Pay>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.programId, t.version] })],
);
