import { eq } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { versionConflict } from '../../../resource/version.ts';
import type { AdDefaultsRow, AdDefaultsValues } from './ad-defaults.ts';
import { adDefaults } from './table.ts';

/** What an account has set; null while it is nothing. */
export async function findDefaults(ctx: SystemCtx, accountId: string): Promise<AdDefaultsRow | null> {
  return (await mainDb(ctx.env).select().from(adDefaults).where(eq(adDefaults.id, accountId)).get()) ?? null;
}

/** Adds an account's first ones, unless somebody else was first. */
export function insertDefaults(ctx: SystemCtx, row: AdDefaultsRow): void {
  ctx.write
    .add(mainDb(ctx.env).insert(adDefaults).values(row))
    .onDuplicate('ad_defaults.account_id', () => versionConflict(row.version));
}

/** Writes a change, provided that the row is still the one that was read. */
export function saveDefaults(ctx: SystemCtx, before: AdDefaultsRow, given: AdDefaultsValues): void {
  saveVersioned(ctx, adDefaults, 'ad defaults', before, { given });
}
