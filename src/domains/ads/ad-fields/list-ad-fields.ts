import type * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { AD_PLATFORMS, type AdFieldQuery, type AdFieldRecord } from './ad-field.ts';
import { fieldsThere } from './check-fields.ts';
import { fieldsOf } from './platform-fields.ts';
import { platformObjective } from './platform-objective.ts';

/** What the ad platforms of this deployment take of a campaign, all of it at once. */
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
      return fieldsThere(fields, there, destination).map(({ about, ...field }) => ({
        ...field,
        platform,
        values: field.values && [...field.values],
        when: field.when && {
          ...(field.when.objective && { objective: [...field.when.objective] }),
          ...(field.when.destination && { destination: [...field.when.destination] }),
          ...(field.when.event && { event: [...field.when.event] }),
        },
        default: Array.isArray(field.default) ? [...field.default] : (field.default as string | null),
        description: about,
      }));
    }),
  );
  return lists.flat();
}
