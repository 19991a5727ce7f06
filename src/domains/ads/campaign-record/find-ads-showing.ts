import type { FindAdsShowing } from '../ad-authorizations/interface.ts';
import { listShowing } from './showing-store.ts';

export const findAdsShowing: FindAdsShowing = async (ctx, permissions) => {
  const used = new Map<string, string[]>();
  for (const { id, connectionId } of await listShowing(ctx, permissions))
    used.set(id, [...(used.get(id) ?? []), connectionId]);
  return used;
};
