// A brand at its desk: it makes, approves and executes plans, and reads what became of them.
import { expect } from 'vitest';
import type { AdsOperation } from '../../../src/domains/ads/plan-execution/ads-operation.ts';
import { call } from '../world.ts';
import type { CampaignWorld } from './campaigns.ts';

/** A plan's ID, and the state of it that was read. */
export interface Approved {
  id: string;
  read: { revision: number; semanticHash: string };
}

/** @param key the caller's, by default the brand's own. @param client the brand, where the caller is its partner. */
export function planDesk(world: CampaignWorld, key = world.brand.key, client?: string) {
  const api = async (method: string, path: string, body?: unknown) => {
    const of = client === undefined ? '' : `${path.includes('?') ? '&' : '?'}client=${client}`;
    const { status, body: answered } = await call(method, path + of, {
      ...{ env: world.meta.env, key },
      ...(body === undefined ? {} : { body }),
    });
    return { status, data: answered.data, error: answered.error };
  };
  const make = async (body: unknown): Promise<Approved> => {
    const made = await api('POST', '/ads/plans', body);
    expect(made.status, JSON.stringify(made.error)).toBe(201);
    const { id, revision, semanticHash } = made.data;
    return { id, read: { revision, semanticHash } };
  };
  const approve = async (body: unknown): Promise<Approved> => {
    const made = await make(body);
    const yes = await api('PUT', `/ads/plans/${made.id}/approval`, made.read);
    expect(yes.status, JSON.stringify(yes.error)).toBe(200);
    return made;
  };
  const begin = async ({ id, read }: Approved) => await api('POST', `/ads/plans/${id}/executions`, read);
  const operations = async (plan: string): Promise<AdsOperation[]> =>
    (await api('GET', `/ads/operations?planId=${plan}`)).data.items;
  return {
    ...{ api, make, approve, begin, operations },
    /** A plan's only operation, or that on a platform. */
    async operation(plan: string, platform?: string): Promise<AdsOperation> {
      const all = (await operations(plan)).filter(
        (one) => platform === undefined || one.platform === platform,
      );
      expect(all).toHaveLength(1);
      return all[0]!;
    },
    async execute(body: unknown) {
      const begun = await begin(await approve(body));
      expect(begun.status, JSON.stringify(begun.error)).toBe(202);
      return begun.data;
    },
    states: async (plan: string) =>
      Object.fromEntries((await operations(plan)).map(({ platform, state }) => [platform, state])),
    campaign: async (id: string) => (await world.send('GET', `/v1/campaigns/${id}`)).body.data,
  };
}
export type PlanDesk = ReturnType<typeof planDesk>;
