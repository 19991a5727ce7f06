import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { GREATEST_OF_ALL, MORE_THAN_ALL } from '../../../kit/currencies.ts';
import { AppError, type FieldIssue, invalidField } from '../../../kit/error.ts';
import { given } from '../../../kit/given.ts';
import { checkVersion } from '../../../resource/version.ts';
import { findActiveConversions } from '../../measurement/conversions/interface.ts';

import { type CheckedPlatform, checkAnywhere, checkSettings } from '../ad-fields/check-fields.ts';
import { brokenLinks } from '../campaign-terms/broken-links.ts';
import { brokenAges } from '../campaign-terms/check-audience.ts';
import { brokenConversion, checkBeginning, paysItself, UNSAID_PAY } from '../campaign-terms/check-pay.ts';
import {
  type AdDefaults,
  type AdDefaultsInput,
  type AdDefaultsRow,
  type AdDefaultsValues,
  presentDefaults,
  UNSET_VERSION,
} from './ad-defaults.ts';
import { findDefaults, insertDefaults, saveDefaults } from './store.ts';

/** Replaces each field that is given; null removes one. Existing campaigns do not change. */
export async function updateAdDefaults(ctx: Ctx, input: AdDefaultsInput): Promise<AdDefaults> {
  const { id } = actingAccount(ctx.actor);
  const before = await findDefaults(ctx, id);
  checkVersion({ version: before?.version ?? UNSET_VERSION }, input.version);
  const { version: _, settings, ...fields } = input;
  if (fields.creatorPay) await checkPay(ctx, id, fields.creatorPay);
  const given = replaced(before?.given ?? {}, fields);
  await checkValues(ctx, input, given);
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

/** A copy with the given fields replaced and the null ones removed. */
function replaced<T extends object>(before: T, changes: { [K in keyof T]?: T[K] | null | undefined }): T {
  const kept = Object.entries({ ...before, ...given(changes) }).filter(([, value]) => value !== null);
  return Object.fromEntries(kept) as T;
}

type Pay = NonNullable<AdDefaultsInput['creatorPay']>;

async function checkPay(ctx: Ctx, accountId: string, pay: Pay): Promise<void> {
  checkBeginning(pay, '/creatorPay');
  const { attribution, ...rest } = pay;
  if ((pay.leadAmount ?? 0) > GREATEST_OF_ALL)
    throw invalidField('/creatorPay/leadAmount', MORE_THAN_ALL, 'too_big');
  const { model, revenueEvent } = pay;
  const isSale = (revenueEvent ?? 'purchase') === 'purchase';
  if (model === 'attributed_revenue' && attribution?.source === 'platform' && !isSale)
    throw invalidField(
      '/creatorPay/attribution/source',
      'Platforms report the revenue of purchases only. Set the attribution source to service.',
      'not_counted',
    );
  const conversion = attribution?.conversion ?? null;
  if (conversion === null) return;
  const active = await findActiveConversions(ctx, accountId, { id: conversion, event: null });
  if (!active.has(conversion))
    throw invalidField(
      '/creatorPay/attribution/conversion',
      'This conversion does not exist or is archived.',
      'not_found',
    );
  const creatorPay = { ...UNSAID_PAY, ...given(rest), attribution: { ...attribution!, conversion } };
  const broken = paysItself(pay)
    ? brokenConversion({ creatorPay, optimizationEvent: null }, active.get(conversion))
    : null;
  if (broken)
    throw invalidField('/creatorPay/attribution/conversion', `${broken.message} ${broken.fix}`, broken.code);
}

/** Throws validation_failed with every problem that would make any campaign's preflight fail. */
async function checkValues(ctx: Ctx, input: AdDefaultsInput, after: AdDefaultsValues) {
  const { settings, audience, ad, tracking, ...rest } = input;
  const platforms: CheckedPlatform[] = [];
  for (const name of AD_PLATFORMS) {
    const adapter = await ctx.reactions.adPlatforms[name]?.();
    if (adapter) platforms.push({ name, capabilities: adapter.capabilities });
    else if (settings?.[name])
      throw invalidField(`/settings/${name}`, 'This platform is not available.', 'not_offered');
  }
  const values = given({ audience, ad, tracking, optimizationEvent: rest.optimizationEvent });
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const problems = [
    ...agesOf(audience),
    ...(tracking ? brokenLinks({ tracking }) : []),
    ...checkAnywhere(set, platforms),
    ...takenByNone(input, after, platforms),
    ...platforms.flatMap((platform) =>
      checkSettings(settings?.[platform.name as Platform] ?? {}, `/settings/${platform.name}`, platform),
    ),
  ];
  if (problems.length === 0) return;
  const details: FieldIssue[] = problems.map(({ path, code, message, fix }) => ({
    path,
    code,
    message: `${message} ${fix}`,
  }));
  throw new AppError('validation_failed', 'The request body is not valid.', { details });
}

/**
 * Default values that no platform accepts together with a creator's identity, when the defaults set both. No campaign
 * could start with them.
 */
function takenByNone(input: AdDefaultsInput, after: AdDefaultsValues, all: readonly CheckedPlatform[]) {
  if (after.identity !== 'creator') return [];
  const { audience, ad, tracking, optimizationEvent } = after;
  const set = given({ audience, ad, tracking, optimizationEvent });
  const alone = new Set(checkAnywhere(set, all).map(({ path }) => path));
  const able = all.filter(({ capabilities }) => capabilities.partnerAds);
  return checkAnywhere(set, able).flatMap(({ path }) => {
    const name = path.split('/')[1] as keyof AdDefaultsInput;
    const at = input[name] === undefined ? '/identity' : path;
    if (alone.has(path) || (at === '/identity' && input.identity === undefined)) return [];
    const message = `No ad platform takes ${path.slice(1).replace('/', '.')} in ads with the creator's identity.`;
    return [{ path: at, code: 'not_taken', message, fix: 'Remove it, or set the identity to the brand.' }];
  });
}

type Platform = (typeof AD_PLATFORMS)[number];

function agesOf(audience: AdDefaultsInput['audience']) {
  const { ageMin = 0, ageMax = Number.POSITIVE_INFINITY } = audience ?? {};
  return brokenAges({ ageMin, ageMax });
}
