import type { SystemCtx } from '../../../context.ts';
import { iso } from '../../../kit/time.ts';
import { listSessionRows } from './store.ts';

export interface Session {
  id: string;
  network: string | null;
  userAgent: string | null;
  createdAt: string;
}

/** Nobody looks through more sessions than this. */
const MOST = 100;

/** The devices where a person is signed in, newest first. */
export async function listSessions(ctx: SystemCtx, personId: string): Promise<Session[]> {
  const rows = await listSessionRows(ctx, personId, MOST);
  return rows.map(({ id, ipAddress, userAgent, createdAt }) => ({
    id,
    network: ipAddress,
    userAgent,
    createdAt: iso(createdAt.getTime()),
  }));
}
