// A platform can be added to a campaign of another one, by a block of settings under its name. What differs there stands in
// the block; all else is the campaign's.
import { isRecord } from '../../../kit/given.ts';
import type { CampaignBody } from './campaign-body.ts';

const OF_THE_AD = ['primaryText', 'headline', 'callToAction'] as const;

/** The campaign as the added platform has it, and where a pointer into it leads in the body that was sent. */
export function ownCampaignOf(
  body: CampaignBody,
  platform: string,
): { body: CampaignBody; pointerInto: (path: string) => string } {
  const block = record(record(body.settings)[platform]);
  const { link, status: _, ...rest } = block;
  const ad = { ...record(body.ad) };
  for (const name of OF_THE_AD) {
    if (rest[name] !== undefined && rest[name] !== null) ad[name] = rest[name];
    delete rest[name];
  }
  const linked = typeof link === 'string';
  return {
    body: {
      ...body,
      ad,
      destination: linked ? { ...body.destination, value: link } : body.destination,
      settings: rest,
    },
    pointerInto(path) {
      const own = `/settings/${platform}`;
      if (path.startsWith('/settings/')) return own + path.slice('/settings'.length);
      if (path === '/destination/value' && linked) return `${own}/link`;
      const ofAd = OF_THE_AD.find((name) => path === `/ad/${name}`);
      return ofAd && block[ofAd] !== undefined && block[ofAd] !== null ? `${own}/${ofAd}` : path;
    },
  };
}

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
