// A campaign can run on an additional platform: `settings` then has a block under that platform's name. The block holds
// what differs there; everything else comes from the campaign.
import { isRecord } from '../../../kit/given.ts';
import type { CampaignBody } from './campaign-body.ts';

const OF_THE_AD = ['primaryText', 'headline', 'callToAction'] as const;

/** The campaign as the added platform sees it, and a function that maps a pointer into it back to the request body. */
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
