import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { given } from '../../../kit/given.ts';
import { checkVersion } from '../../../resource/version.ts';
import { AD_PLATFORMS } from '../ad-fields/ad-field.ts';
import { checkSettings } from '../ad-fields/check-fields.ts';
import { checkPay } from '../campaign-terms/check-pay.ts';
import {
  type AdDefaults,
  type AdDefaultsInput,
  type AdDefaultsRow,
  presentDefaults,
  UNSET_VERSION,
} from './ad-defaults.ts';
import { findDefaults, insertDefaults, saveDefaults } from './store.ts';

/** Replaces each field that is given; null takes one back. Campaigns that are there already stay as they are. */
export async function updateAdDefaults(ctx: Ctx, input: AdDefaultsInput): Promise<AdDefaults> {
  const { id } = actingAccount(ctx.actor);
  const before = await findDefaults(ctx, id);
  checkVersion({ version: before?.version ?? UNSET_VERSION }, input.version);
  const { version: _, settings, ...fields } = input;
  if (fields.creatorPay) checkPay(fields.creatorPay, '/creatorPay');
  if (settings) await checkAllSettings(ctx, settings);
  const given = replaced(before?.given ?? {}, fields);
  const platforms = replaced(given.settings ?? {}, settings ?? {});
  if (Object.keys(platforms).length > 0) given.settings = platforms;
  else delete given.settings;
  if (JSON.stringify(given) === JSON.stringify(before?.given ?? {})) return presentDefaults(id, before);
  const after: AdDefaultsRow = {
    id,
    given,
    version: (before?.version ?? UNSET_VERSION) + 1,
    createdAt: before?.createdAt ?? ctx.now,
    updatedAt: ctx.now,
  };
  if (before) saveDefaults(ctx, before, given);
  else insertDefaults(ctx, after);
  return presentDefaults(id, after);
}

/** A copy with what is given in place of what was there, and without what is null. */
function replaced<T extends object>(before: T, changes: { [K in keyof T]?: T[K] | null | undefined }): T {
  const kept = Object.entries({ ...before, ...given(changes) }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept) as T;
}

/** Throws validation_failed with everything that the platforms would refuse. */
async function checkAllSettings(ctx: Ctx, settings: NonNullable<AdDefaultsInput['settings']>): Promise<void> {
  const problems = [];
  for (const name of AD_PLATFORMS) {
    const given = settings[name];
    if (!given) continue;
    const adapter = await ctx.reactions.adPlatforms[name]?.();
    const path = `/settings/${name}`;
    if (!adapter) throw invalidField(path, 'This platform is not offered here.', 'not_offered');
    problems.push(...checkSettings(given, path, { name, capabilities: adapter.capabilities }));
  }
  if (problems.length === 0) return;
  throw new AppError('validation_failed', 'The request body is not valid.', {
    details: problems.map(({ path, code, message, fix }) => ({ path, code, message: `${message} ${fix}` })),
  });
}
