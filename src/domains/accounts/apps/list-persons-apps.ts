import type { SystemCtx } from '../../../context.ts';
import { listAppsOfPerson } from './connection-store.ts';

const MOST_NAMED = 100;

export interface PersonsApps {
  apps: { name: string; access: 'read' | 'write' }[];
  /** Whether the person has more apps than are listed. */
  more: boolean;
}

/** Lists the apps that a person connected, across all of their accounts. Apps with write access come first. */
export async function listPersonsApps(ctx: SystemCtx, personId: string): Promise<PersonsApps> {
  const found = await listAppsOfPerson(ctx, personId, MOST_NAMED + 1);
  return {
    apps: found.slice(0, MOST_NAMED).map(({ name, write }) => ({ name, access: write ? 'write' : 'read' })),
    more: found.length > MOST_NAMED,
  };
}
