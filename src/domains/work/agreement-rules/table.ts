import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Applicability } from './agreement.ts';

export const agreements = sqliteTable(
  'agreements',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    title: text().notNull(),
    description: text(),
    status: text({ enum: ['active', 'archived'] }).notNull(),
    applicability: text({ mode: 'json' }).$type<Applicability[]>().notNull(),
    /** The number of the newest version. */
    latest: integer().notNull(),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('agreements_account_status').on(t.accountId, t.status, t.id)],
);

/** A version's document is never changed, so that everybody can still read what they accepted. */
export const agreementVersions = sqliteTable(
  'agreement_versions',
  {
    agreementId: text('agreement_id').notNull(),
    number: integer().notNull(),
    title: text().notNull(),
    description: text(),
    file: text().notNull(),
    fileName: text('file_name').notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    applicability: text({ mode: 'json' }).$type<Applicability[]>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.agreementId, t.number] })],
);

/** Who accepted which version, when, and from where. Rows are only ever added. */
export const agreementAcceptances = sqliteTable(
  'agreement_acceptances',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    agreementId: text('agreement_id').notNull(),
    number: integer().notNull(),
    creatorId: text('creator_id').notNull(),
    context: text().$type<Applicability>().notNull(),
    programId: text('program_id'),
    retainerId: text('retainer_id'),
    title: text().notNull(),
    /** The API key that acted for the creator, and its account. */
    keyId: text('key_id').notNull(),
    actorId: text('actor_id').notNull().default(''),
    ip: text(),
    userAgent: text('user_agent'),
    acceptedAt: integer('accepted_at').notNull(),
  },
  (t) => [
    uniqueIndex('agreement_acceptances_once').on(t.creatorId, t.agreementId, t.number),
    index('agreement_acceptances_account').on(t.accountId, t.id),
    index('agreement_acceptances_creator').on(t.creatorId, t.id),
    index('agreement_acceptances_agreement').on(t.agreementId, t.number, t.creatorId),
    index('agreement_acceptances_agreement_list').on(t.agreementId, t.id),
  ],
);

/** The columns of an agreement and of its newest version, joined by isNewest. */
export const withNewest = {
  agreement: getTableColumns(agreements),
  latest: getTableColumns(agreementVersions),
};

export const isNewest = and(
  eq(agreementVersions.agreementId, agreements.id),
  eq(agreementVersions.number, agreements.latest),
);

/**
 * The agreements (as `g`) that a creator in a program still has to accept in their newest version: active
 * ones of the program's account that the program names, or that apply to all work for the account.
 * @param programAgreements the program's own list, as JSON.
 */
export function openAgreements(accountId: SQL, creatorId: SQL, programAgreements: SQL): SQL {
  return open(accountId, creatorId, appliesTo(programAgreements));
}

/** Whether an agreement of its account (as `g`) applies to a program. @param programAgreements as above. */
export function appliesTo(programAgreements: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM json_each(${programAgreements}) named WHERE named.value = g.id)
    OR EXISTS (SELECT 1 FROM json_each(g.applicability) k WHERE k.value IN
      ('creator_relationship', 'program_application', 'program_enrollment', 'content_submission'))`;
}

/**
 * Like openAgreements, for the agreements that a creator has to accept with a retainer that the account
 * offers.
 */
export function openForRetainer(accountId: SQL, creatorId: SQL): SQL {
  return open(
    accountId,
    creatorId,
    sql`EXISTS (SELECT 1 FROM json_each(g.applicability) k WHERE k.value = 'retainer')`,
  );
}

/** Like openAgreements, for the agreements that everybody who works with the account has to accept. */
export function openForRelationship(accountId: SQL, creatorId: SQL): SQL {
  return open(
    accountId,
    creatorId,
    sql`EXISTS (SELECT 1 FROM json_each(g.applicability) k WHERE k.value = 'creator_relationship')`,
  );
}

/** A number that grows with each agreement that an account creates or changes. */
export function agreementsMoved(accountId: SQL): SQL<number> {
  return sql<number>`(SELECT COALESCE(SUM(g.version), 0) FROM agreements g WHERE g.account_id = ${accountId})`;
}

function open(accountId: SQL, creatorId: SQL, applies: SQL): SQL {
  return sql`FROM agreements g WHERE g.account_id = ${accountId} AND g.status = 'active' AND (${applies})
    AND ${isUnaccepted(creatorId, sql`g`)}`;
}

/** Whether a creator has not accepted an agreement's newest version. @param agreement the alias of its row. */
export function isUnaccepted(creatorId: SQL, agreement: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM agreement_acceptances x WHERE x.creator_id = ${creatorId}
    AND x.agreement_id = ${agreement}.id AND x.number = ${agreement}.latest)`;
}
