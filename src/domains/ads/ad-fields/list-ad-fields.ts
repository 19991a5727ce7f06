import type * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import type { AdField } from '../../../integrations/ads/fields.ts';
import type { AdFieldQuery, AdFieldRecord } from './ad-field-record.ts';
import { fieldsThere } from './check-fields.ts';
import { fieldsOf } from './fields-of.ts';
import { platformObjective } from './platform-objective.ts';

/** All fields that the ad platforms of this deployment accept, in one list. */
export async function listAdFields(
  ctx: SystemCtx,
  query: z.output<typeof AdFieldQuery>,
): Promise<AdFieldRecord[]> {
  const { objective, destination = null } = query;
  const there = objective === undefined ? null : platformObjective(objective, destination, null);
  const names = AD_PLATFORMS.filter((name) => query.platform === undefined || name === query.platform);
  const lists = await Promise.all(
    names.map(async (platform) => {
      const adapter = await ctx.reactions.adPlatforms[platform]?.();
      const fields = adapter ? fieldsOf(adapter.capabilities) : [];
      return fieldsThere(fields, there, destination).map(({ about, platformId: _, ...field }) => ({
        ...field,
        platform,
        values: field.values && [...field.values],
        when: copyWhen(field.when),
        default: Array.isArray(field.default) ? [...field.default] : (field.default as string | null),
        description: about,
      }));
    }),
  );
  return lists.flat();
}

/** Copied, because all requests share the adapters' lists. */
function copyWhen(when: AdField['when']): AdFieldRecord['when'] {
  if (when === null) return null;
  return Object.fromEntries(
    Object.entries(when).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]),
  );
}
