// What is connected, as people are shown it: the grants of a person and an app together.
import { and, desc, eq, exists, gt, isNull, ne, or, sql } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { memberships } from '../../../db/memberships-table.ts';
import { people } from '../people/table.ts';
import { membershipOf } from './grant-store.ts';
import { oauthApps, oauthGrants, oauthTokens } from './table.ts';

/** All grants of one app by one person in an account. */
export interface Connection {
  appId: string;
  appName: string;
  /** Whose app it is; null for one that registered itself. */
  madeBy: string | null;
  personId: string;
  person: string;
  write: number;
  connectedAt: number;
  lastUsedAt: number | null;
}

/** Where a connection stands in the list of its account's. */
export interface ConnectionPlace {
  personId: string;
  appId: string;
}

/** Those of an account, a person or an app in it, from behind a place on; the newest people and apps first. */
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

/** What a person connected in any account: what may write first, then the newest. */
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

/** A query of the accounts and apps that a person has connected. */
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

/** A grant in force of which a token still opens something or can be renewed. */
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
