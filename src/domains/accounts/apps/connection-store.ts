// Connected apps as people see them: all grants of one person to one app count as one connection.
import { and, desc, eq, exists, gt, isNull, ne, or, sql } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { memberships } from '../../../db/memberships-table.ts';
import { people } from '../people/table.ts';
import { membershipOf } from './grant-store.ts';
import { oauthApps, oauthGrants, oauthTokens } from './table.ts';

/** All grants that one person gave one app in an account. */
export interface Connection {
  appId: string;
  appName: string;
  /** The account that owns the app; null for an app that registered itself. */
  madeBy: string | null;
  personId: string;
  person: string;
  write: number;
  connectedAt: number;
  lastUsedAt: number | null;
}

/** A position in an account's list of connections, to continue from. */
export interface ConnectionPlace {
  personId: string;
  appId: string;
}

/**
 * Lists an account's connections after a given position, newest people and apps first. They can be narrowed down to a
 * person or an app.
 */
export async function listConnections(
  ctx: Ctx,
  of: { accountId: string; personId: string | null; appId?: string },
  most: number,
  behind: ConnectionPlace | null = null,
): Promise<Connection[]> {
  const { accountId, personId, appId } = of;
  const { personId: person, appId: app } = oauthGrants;
  return await mainDb(ctx.env)
    .select({
      appId: app,
      appName: oauthApps.name,
      madeBy: oauthApps.accountId,
      personId: person,
      person: people.name,
      write: WRITES,
      connectedAt: sql<number>`min(${oauthGrants.createdAt})`,
      lastUsedAt: sql<number | null>`max(${oauthGrants.lastUsedAt})`,
    })
    .from(oauthGrants)
    .innerJoin(oauthApps, eq(oauthApps.id, app))
    .innerJoin(people, eq(people.id, person))
    .where(
      and(
        eq(oauthGrants.accountId, accountId),
        personId === null ? undefined : eq(person, personId),
        appId === undefined ? undefined : eq(app, appId),
        behind === null ? undefined : sql`(${person}, ${app}) < (${behind.personId}, ${behind.appId})`,
        connected(ctx),
      ),
    )
    .groupBy(person, app)
    .orderBy(desc(person), desc(app))
    .limit(most);
}

export interface PersonsApp {
  name: string;
  write: number;
}

/** The apps that a person connected in any account: apps with write access first, then the newest. */
export async function listAppsOfPerson(
  ctx: SystemCtx,
  personId: string,
  most: number,
): Promise<PersonsApp[]> {
  return await mainDb(ctx.env)
    .select({ name: oauthApps.name, write: WRITES })
    .from(memberships)
    .innerJoin(oauthGrants, membershipOf())
    .innerJoin(oauthApps, eq(oauthApps.id, oauthGrants.appId))
    .where(and(eq(memberships.personId, personId), connected(ctx)))
    .groupBy(oauthApps.id)
    .orderBy(desc(WRITES), desc(oauthApps.id))
    .limit(most);
}

/** Queries the accounts and apps for which the person has a connection. */
export function connectionsOfPerson(ctx: SystemCtx, personId: string) {
  return mainDb(ctx.env)
    .selectDistinct({
      account: sql`${oauthGrants.accountId}`.as('account'),
      subject: sql`${oauthGrants.appId}`.as('subject'),
    })
    .from(memberships)
    .innerJoin(oauthGrants, membershipOf())
    .where(and(eq(memberships.personId, personId), connected(ctx)));
}

const WRITES = sql<number>`max(instr(' ' || ${oauthGrants.scope} || ' ', ' write ') > 0)`;

/** Matches a grant that is in force and has a token that still works or can be refreshed. */
function connected(ctx: SystemCtx) {
  const db = mainDb(ctx.env);
  const alive = db
    .select({ one: sql`1` })
    .from(oauthTokens)
    .where(
      and(
        eq(oauthTokens.grantId, oauthGrants.id),
        gt(oauthTokens.expiresAt, ctx.now),
        isNull(oauthTokens.revokedAt),
        or(ne(oauthTokens.kind, 'refresh'), isNull(oauthTokens.usedAt)),
      ),
    );
  return and(isNull(oauthGrants.endedAt), gt(oauthGrants.expiresAt, ctx.now), exists(alive));
}
