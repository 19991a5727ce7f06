// A campaign's settings hold IDs of what was selected in its ad accounts. People read names.
import type { Connection } from '../../../domains/accounts/connections/connection.ts';
import { platformObjective } from '../../../domains/ads/ad-fields/platform-objective.ts';
import { adLibraryOperations } from '../../../domains/ads/ad-library/operations.ts';
import type { Campaign } from '../../../domains/ads/campaign-record/campaign.ts';
import { SECOND_MS } from '../../../kit/time.ts';
import type { PlaceVisit } from '../../visit.ts';

/** Names by the setting's path in the campaign and the ID, as `nameKey` joins them. */
export type SettingNames = ReadonlyMap<string, string>;

export const nameKey = (path: string, id: unknown) => `${path} ${id}`;

/** The page shows IDs when a platform takes longer than this. */
const PATIENCE_MS = 2 * SECOND_MS;

/** Reads the names from the platforms. What a platform does not list, or not in time, is left out. */
export async function readSettingNames(
  at: PlaceVisit,
  campaign: Campaign,
  connections: readonly Connection[],
): Promise<SettingNames> {
  const settings = (campaign.settings ?? {}) as Record<string, unknown>;
  const active = connections.filter(({ status }) => status === 'active');
  const own = active.find(({ id }) => id === campaign.connection);
  const places = campaign.platforms.flatMap(({ platform }) => {
    if (platform === own?.provider) return { connection: own.id, prefix: '/settings', values: settings };
    const there = active.filter(({ provider }) => provider === platform);
    const values = settings[platform];
    return there.length === 1 && isBlock(values)
      ? { connection: there[0]!.id, prefix: `/settings/${platform}`, values }
      : [];
  });
  const { objective, destination, optimizationEvent } = campaign;
  const asked = {
    objective: platformObjective(objective, destination.type, optimizationEvent),
    patienceMs: String(PATIENCE_MS),
  };
  const read = async ({ connection: id, prefix, values }: (typeof places)[number]) => {
    const paths = Object.keys(values).map((name) => `/settings/${name}`);
    if (paths.length === 0) return [];
    const query = { ...asked, paths: paths.join(',') };
    const lists = await at.run(adLibraryOperations.listFieldChoices, { params: { id }, query });
    return lists.flatMap(({ path, items }) =>
      (items ?? []).map((one) => [nameKey(path.replace('/settings', prefix), one.id), one.name] as const),
    );
  };
  return new Map((await Promise.all(places.map(read))).flat());
}

const isBlock = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
