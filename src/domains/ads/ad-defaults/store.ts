import { eq } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { versionConflict } from '../../../resource/version.ts';
import type { AdDefaultsRow, AdDefaultsValues } from './ad-defaults.ts';
import { adDefaults } from './table.ts';

/** An account's defaults; null when none were ever set. */
export async function findDefaults(ctx: SystemCtx, accountId: string): Promise<AdDefaultsRow | null> {
  return (await mainDb(ctx.env).select().from(adDefaults).where(eq(adDefaults.id, accountId)).get()) ?? null;
}

/** Inserts an account's first defaults. The batch fails when somebody else inserted some meanwhile. */
export function insertDefaults(ctx: SystemCtx, row: AdDefaultsRow): void {
  ctx.write
    .add(mainDb(ctx.env).insert(adDefaults).values(row))
    .onDuplicate('ad_defaults.account_id', () => versionConflict(row.version));
}

/** Saves a change, unless the row changed since it was read. */
export function saveDefaults(ctx: SystemCtx, before: AdDefaultsRow, given: AdDefaultsValues): void {
  saveVersioned(ctx, adDefaults, 'ad defaults', before, { given });
}
