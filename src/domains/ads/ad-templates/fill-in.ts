// Fills in a new campaign: the body comes first, then the template, then the account's defaults.
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { given, isRecord, over } from '../../../kit/given.ts';
import { defaultsOn } from '../ad-defaults/interface.ts';
import type { TemplateCampaign } from './ad-template.ts';
import { findOwnTemplate } from './store.ts';

/** These objects are merged field by field; everything else is replaced as a whole. */
const BY_FIELD = new Set(['budget', 'schedule', 'audience', 'ad', 'settings', 'tracking', 'creatorPay']);

type Given = { readonly [field: string]: unknown };

/** The campaign in one of the account's own templates. Throws operation_rejected. */
export async function campaignOf(ctx: Ctx, template: string): Promise<TemplateCampaign> {
  const row = await findOwnTemplate(ctx, template);
  if (!row) throw rejected('template_not_found', 'This ad template does not exist.');
  if (row.status === 'archived') throw rejected('template_archived', 'The ad template is archived.');
  return row.campaign;
}

/**
 * The body, completed from the template and the defaults.
 * @param template from `campaignOf`; empty without one. @param platform the connection's platform.
 */
export async function fillIn<T extends Given>(
  ctx: Ctx,
  platform: string,
  template: TemplateCampaign,
  body: T,
): Promise<T> {
  const defaults = await defaultsOn(ctx, actingAccount(ctx.actor).id, platform);
  return laidOver(laidOver(defaults as Given, template), body) as T;
}

/** Merges `above` over `below`. An undefined field keeps the value below; null replaces it. */
export function laidOver(below: Given, above: Given): Given {
  const all: Record<string, unknown> = { ...below };
  for (const [field, value] of Object.entries(given(above))) {
    const under = below[field];
    all[field] = BY_FIELD.has(field) && isRecord(value) && isRecord(under) ? over(under, value) : value;
  }
  return all;
}
