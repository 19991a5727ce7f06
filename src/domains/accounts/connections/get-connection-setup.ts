import type { Ctx } from '../../../context.ts';
import type { AdPlatform, Choice, Selection, SetupOptions } from '../../../integrations/ads/platform.ts';
import { adPlatformOf } from './connectable-of.ts';
import { type ConnectionSetup, OPTION_LISTS } from './connection.ts';
import { requireOwnConnection } from './connection-store.ts';
import { spendLookUp } from './spend-look-up.ts';
import { useConnection } from './use-connection.ts';

/**
 * The accounts, pages and identities to select from, read from the platform now, and the current selection.
 * @param asked narrows the lists to what fits these selections, without saving them.
 */
export async function getConnectionSetup(ctx: Ctx, id: string, asked: Selection): Promise<ConnectionSetup> {
  const row = await requireOwnConnection(ctx, id);
  // A shop or a social account offers nothing to select.
  if (!adPlatformOf(ctx, row)) return { options: {}, selection: {}, missing: [] };
  return await useConnection(ctx, row, async (platform, session) => {
    await spendLookUp(ctx, row.holder);
    const found = await platform.setup(session, { ...row.selection, ...asked });
    return { options: named(found), selection: row.selection, missing: missingOf(platform, row.selection) };
  });
}

/** The selections that are missing before campaigns can be created. */
export function missingOf({ capabilities }: AdPlatform, selection: Selection): Choice[] {
  return capabilities.needs.filter((choice) => selection[choice] === undefined);
}

const named = (found: SetupOptions): ConnectionSetup['options'] =>
  Object.fromEntries(
    Object.entries(found).map(([choice, options]) => [OPTION_LISTS[choice as Choice], options]),
  );
