// Reads the options of campaign fields at TikTok.
import * as z from 'zod';
import type { ChoiceReader } from '../ads/platform.ts';
import { MOST_LISTED } from '../provider/read-list.ts';
import { advertiserOf, allOf, get, Id } from './client.ts';
import { readRegions } from './making.ts';
import { TIKTOK } from './outcome.ts';

const name = z.string().max(500);
const Pixel = z.object({ pixel_id: Id, pixel_name: name });
const Apps = z.object({ apps: z.array(z.object({ app_id: Id, app_name: name })) });
/** The most pixels that the platform returns per page. */
const A_PAGE_OF_PIXELS = 20;

/** Throws an AdError when a list without pages is longer than the limit. */
function bounded<T>(items: readonly T[]): readonly T[] {
  if (items.length > MOST_LISTED) throw TIKTOK.error('too_long', { most: MOST_LISTED });
  return items;
}

export const TIKTOK_CHOICES: Readonly<Record<string, ChoiceReader>> = {
  '/settings/pixel': async (session) => {
    const asked = { ...advertiserOf(session), page_size: A_PAGE_OF_PIXELS };
    const pixels = await allOf(session, 'pixel/list', asked, Pixel, { list: 'pixels' });
    return pixels.map((one) => ({ id: one.pixel_id, name: one.pixel_name }));
  },
  '/settings/app': async (session) => {
    const { apps } = await get(session, 'app/list', advertiserOf(session), Apps);
    return bounded(apps).map((one) => ({ id: one.app_id, name: one.app_name }));
  },
  /** Countries with their states and metropolitan areas. Cities are too many to look through. */
  '/settings/locations': async (session, objective) => {
    const regions = bounded(await readRegions(session, objective, 'TO_PROVINCE'));
    const names = new Map(regions.map((one) => [one.location_id, one.name]));
    return regions.map(({ location_id: id, name, parent_id: parent }) => {
      const within = names.get(parent ?? '');
      return { id, name: within === undefined ? name : `${name}, ${within}` };
    });
  },
};
