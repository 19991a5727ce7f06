// What a campaign is made from: its body over a template over the account's defaults.
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { given, isRecord, over } from '../../../kit/given.ts';
import { defaultsOn } from '../ad-defaults/interface.ts';
import type { TemplateCampaign } from './ad-template.ts';
import { findOwnTemplate } from './store.ts';

/** These go field by field; everything else is taken as a whole. */
const BY_FIELD = new Set(['budget', 'schedule', 'audience', 'ad', 'settings', 'tracking', 'creatorPay']);

type Given = { readonly [field: string]: unknown };

/** The campaign of one's own template. Throws operation_rejected. */
export async function campaignOf(ctx: Ctx, template: string): Promise<TemplateCampaign> {
  const row = await findOwnTemplate(ctx, template);
  if (!row) throw rejected('template_not_found', 'This ad template does not exist.');
  if (row.status === 'archived') throw rejected('template_archived', 'The ad template is archived.');
  return row.campaign;
}

/**
 * A body with what it leaves out.
 * @param template from `campaignOf`; empty without one. @param platform that of the connection.
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

/** What is undefined leaves what lies below it; null is said. */
export function laidOver(below: Given, above: Given): Given {
  const all: Record<string, unknown> = { ...below };
  for (const [field, value] of Object.entries(given(above))) {
    const under = below[field];
    all[field] = BY_FIELD.has(field) && isRecord(value) && isRecord(under) ? over(under, value) : value;
  }
  return all;
}
