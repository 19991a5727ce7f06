import type { Ctx } from '../../../context.ts';
import { type AdsResource, presentAdsResource } from './ads-resource.ts';
import { requireOwnResource } from './store.ts';

export async function getAdsResource(ctx: Ctx, id: string): Promise<AdsResource> {
  return presentAdsResource(await requireOwnResource(ctx, id));
}
