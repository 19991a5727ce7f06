// What connections ask of the domains whose providers a person connects. They stand in src/reactions.ts by provider.
import { eq, inArray, type SQLWrapper } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { ConnectionRow, ConnectionStart, ConnectionUse } from './connection.ts';
import { connections } from './table.ts';

export {
  findHeldConnection,
  listActiveConnections,
  requireActive,
  saveSynced,
  saveSyncProblem,
} from './connection-store.ts';

export interface ConnectionInput {
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
  checkout: 'hosted' | 'elements';
}

export interface BegunConnection {
  /** The account or creator that is being connected. */
  holder: string;
  /** The provider's ID of what was begun; null when nobody is sent to a page and comes back. */
  subject: string | null;
  start: ConnectionStart;
}

/** How a visit ended, as the returnUrl is told: payouts are set up, a card is saved, or neither. */
export type SetupOutcome = 'connected' | 'added' | 'error';

export interface Provider {
  /**
   * Begins what a person finishes. Throws operation_rejected, unavailable or provider_error.
   * @param visitUrl where the provider's page sends the person back to; `<visitUrl>/again` leads to a fresh page.
   */
  begin(ctx: Ctx, input: ConnectionInput, visitUrl: string): Promise<BegunConnection>;
  /**
   * A person is back: what came of it, read from the provider. A repeat changes nothing. Throws unavailable or
   * provider_error.
   */
  finish(ctx: SystemCtx, subject: string): Promise<SetupOutcome>;
  /** The address of a fresh page for the same visit; null when there is nothing to go on with. */
  renew?(ctx: SystemCtx, holder: string, visitUrl: string): Promise<string | null>;
}

/** What those above say of the connections that they work through. Everybody who does stands in src/reactions.ts. */
export interface ConnectionUses {
  /** What uses the connections of an account or creator, by their IDs; those that nothing uses may be left out. */
  usesOf(ctx: SystemCtx, holder: string): Promise<ReadonlyMap<string, ConnectionUse>>;
  /** Adds to the batch that nothing uses the connection, or nothing of it is written. */
  requireUnused(ctx: SystemCtx, connectionId: string): void;
}

/** Anybody's connection, whatever its state: for background work that an account's own record names it for. */
export async function connectionById(ctx: SystemCtx, id: string): Promise<ConnectionRow | null> {
  return (await mainDb(ctx.env).select().from(connections).where(eq(connections.id, id)).get()) ?? null;
}

/** The statement that reads what is picked of connections. @param ids a statement that names them. */
export const selectionsOf = (db: ReturnType<typeof mainDb>, ids: SQLWrapper) =>
  db
    .select({ id: connections.id, selection: connections.selection })
    .from(connections)
    .where(inArray(connections.id, ids));
