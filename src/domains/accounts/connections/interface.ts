// What each connectable provider has to implement. src/reactions.ts lists the implementations by provider.
import { eq, inArray, type SQLWrapper } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { ConnectionRow, ConnectionStart, ConnectionUse } from './connection.ts';
import { saveErasedConnection } from './connection-store.ts';
import { tell } from './expire-connection.ts';
import { connections } from './table.ts';

export {
  findHeldConnection,
  findShopConnection,
  listActiveConnections,
  listAllActive,
  listCreatorsConnections,
  requireActive,
  requireOwnConnection,
  saveShopFacts,
  saveSynced,
  saveSyncProblem,
} from './connection-store.ts';
export { useSocial } from './use-connection.ts';

export interface ConnectionInput {
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
  checkout: 'hosted' | 'elements';
}

export interface BegunConnection {
  /** The account or creator that the connection will belong to. */
  holder: string;
  /** The provider's ID of the setup that was begun; null when the person is not sent to a page of the provider. */
  subject: string | null;
  start: ConnectionStart;
}

/** The result of a visit, as passed to the returnUrl: payouts are set up, a card is saved, or neither. */
export type SetupOutcome = 'connected' | 'added' | 'error';

export interface Provider {
  /**
   * Begins a setup that a person completes. Throws operation_rejected, unavailable or provider_error.
   * @param visitUrl where the provider's page sends the person back to; `<visitUrl>/again` leads to a fresh page.
   */
  begin(ctx: Ctx, input: ConnectionInput, visitUrl: string): Promise<BegunConnection>;
  /**
   * Reads the outcome from the provider when the person comes back. Running it again changes nothing. Throws
   * unavailable or provider_error.
   */
  finish(ctx: SystemCtx, subject: string): Promise<SetupOutcome>;
  /** The URL of a fresh page for the same visit; null when the setup cannot be continued. */
  renew?(ctx: SystemCtx, holder: string, visitUrl: string): Promise<string | null>;
}

/** Who says yes for a creator, and whom a mail about the creator's connections goes to. */
export interface CreatorSide {
  name: string;
  /** The account that acts as the creator while no person has verified its address; null from then on. */
  standIn: string | null;
  /** The verified address; null while there is none. */
  email: string | null;
}

/** The side of a creator; null when nobody can act for it any more. */
export type FindCreatorSide = (ctx: SystemCtx, creatorId: string) => Promise<CreatorSide | null>;

/** Told of a connection that a person made or renewed, in the batch that keeps it. */
export type ConnectionKept = (
  ctx: SystemCtx,
  connection: Pick<ConnectionRow, 'id' | 'holder' | 'provider' | 'handle'>,
) => void;

/** Told of a connection that its holder ends, in the batch that ends it. */
export type ConnectionEnded = (ctx: SystemCtx, connection: Pick<ConnectionRow, 'id' | 'provider'>) => void;

/**
 * Told of records that stand for an object at an ad platform, at the end of the batch that writes them, or what is
 * asked for them there. IDs of connections, campaigns, ad sets, ads and platform tasks, or a task's ID with the record
 * that one of its steps is about.
 */
export type ObjectsWritten = (ctx: SystemCtx, ids: readonly string[]) => void;

/**
 * Told of campaigns, connections and creators' permissions, at the end of the batch that changes what plans may have been
 * checked against.
 */
export type RecordsChanged = (ctx: SystemCtx, ids: readonly string[]) => void;

/** What each domain that uses connections has to implement. src/reactions.ts lists all of them. */
export interface ConnectionUses {
  /** How an account's or creator's connections are used, by connection ID. Unused connections may be left out. */
  usesOf(ctx: SystemCtx, holder: string): Promise<ReadonlyMap<string, ConnectionUse>>;
  /** Makes the caller's batch fail while anything uses the connection. */
  requireUnused(ctx: SystemCtx, connectionId: string): void;
}

/** A connection of any holder in any state: for background work, which takes the ID from a record of the account. */
export async function connectionById(ctx: SystemCtx, id: string): Promise<ConnectionRow | null> {
  return (await mainDb(ctx.env).select().from(connections).where(eq(connections.id, id)).get()) ?? null;
}

/** Ends a connection for good, in the caller's batch: nothing in it says whose it was. */
export function eraseConnection(ctx: SystemCtx, connection: ConnectionRow): void {
  saveErasedConnection(ctx, connection);
  if (connection.status !== 'disconnected') tell(ctx, 'connection.disconnected', connection);
}

/** A query for the selections of connections. @param ids a subquery of connection IDs. */
export const selectionsOf = (db: ReturnType<typeof mainDb>, ids: SQLWrapper) =>
  db
    .select({ id: connections.id, selection: connections.selection })
    .from(connections)
    .where(inArray(connections.id, ids));
