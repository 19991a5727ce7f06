// A large ad account, at its platform and here. At the platform it is answered page by page, from one
// campaign that the simulator really has; here it is rows copied from one campaign's rows.
import { vi } from 'vitest';
import type { AdSession } from '../../../src/integrations/ads/platform.ts';
import { testEnv } from '../world.ts';
import type { AdPlace } from './ad-places.ts';
import { type Here, insertHere, type There } from './live-campaigns.ts';

export interface Size {
  campaigns: number;
  sets: number;
  adsASet: number;
}

/** An account of this size must be read completely. */
export const LARGE: Size = { campaigns: 250, sets: 3, adsASet: 20 };
/**
 * Large enough for several looks and for lists instead of single reads, so that one can be interrupted, and
 * faster than LARGE.
 */
export const SMALL: Size = { campaigns: 110, sets: 1, adsASet: 2 };

type Kind = 'campaign' | 'ad_set' | 'ad';
// biome-ignore lint/suspicious/noExplicitAny: answers of four platforms, each of another form
type Json = any;

/** One object at the platform: its number within its kind, and those of its parents. */
interface Numbered {
  kind: Kind;
  campaign: number;
  set: number;
  ad: number;
}

interface Lists {
  aPage: number;
  /** The kind of list that a request asks for; null for any other request. */
  kindOf(url: URL, asked: string): Kind | null;
  /** The IDs of the campaigns that a request asks about; null for the whole ad account. */
  campaignsIn(url: URL, asked: string): string[] | null;
  pageOf(url: URL, asked: string): number;
  idOf(one: Numbered): string;
  /** An entry as the platform has it, made from one that it really has. */
  entry(template: Json, one: Numbered, ids: Record<Kind, string>, paused: boolean): Json;
  entriesIn(body: Json, kind: Kind): Json[];
  filled(body: Json, kind: Kind, entries: Json[], next: number | null): Json;
}

const number = ({ campaign, set, ad }: Numbered) => (campaign * 10 + set) * 100 + ad;
const DIGIT: Record<Kind, string> = { campaign: '1', ad_set: '2', ad: '3' };
const digits = (one: Numbered) => `9${DIGIT[one.kind]}${String(number(one)).padStart(12, '0')}`;
const uuid = (one: Numbered) =>
  `00000000-000${DIGIT[one.kind]}-4000-8000-${String(number(one)).padStart(12, '0')}`;
const last = <T extends string>(text: string, names: Record<T, Kind>): Kind | null =>
  names[text.split('/').filter(Boolean).at(-1) as T] ?? null;

const LISTS: Readonly<Record<string, Lists>> = {
  Meta: {
    aPage: 200,
    kindOf: ({ pathname, searchParams }) =>
      searchParams.has('filtering')
        ? last(pathname, { campaigns: 'campaign', adsets: 'ad_set', ads: 'ad' })
        : null,
    campaignsIn: ({ searchParams }) => JSON.parse(searchParams.get('filtering')!)[0].value,
    pageOf: ({ searchParams }) => Number(searchParams.get('after') ?? 0),
    idOf: digits,
    entry: (template, { kind }, ids, paused) => ({
      ...template,
      id: ids[kind],
      ...(kind === 'ad_set' ? { campaign_id: ids.campaign } : {}),
      ...(kind === 'ad' ? { adset_id: ids.ad_set, effective_status: paused ? 'PAUSED' : 'ACTIVE' } : {}),
    }),
    entriesIn: (body) => body.data,
    filled: (_, __, data, next) => ({
      data,
      paging: next === null ? {} : { cursors: { after: String(next) }, next: 'https://graph.example/' },
    }),
  },
  TikTok: {
    aPage: 1000,
    kindOf: ({ pathname }) => {
      const [, kind] = /smart_plus\/(campaign|adgroup|ad)\/get\/$/.exec(pathname) ?? [];
      return kind === 'adgroup' ? 'ad_set' : ((kind ?? null) as Kind | null);
    },
    campaignsIn: ({ searchParams }) => JSON.parse(searchParams.get('filtering')!).campaign_ids,
    pageOf: ({ searchParams }) => Number(searchParams.get('page')) - 1,
    idOf: digits,
    entry: (template, { kind }, ids, paused) => ({
      ...template,
      campaign_id: ids.campaign,
      ...(kind === 'campaign' ? {} : { adgroup_id: ids.ad_set }),
      ...(kind === 'ad'
        ? {
            smart_plus_ad_id: ids.ad,
            secondary_status: paused ? 'AD_STATUS_DISABLE' : 'AD_STATUS_DELIVERY_OK',
          }
        : {}),
    }),
    entriesIn: (body) => body.data.list,
    filled: (body, _, list, next) => {
      const page = next ?? 1;
      const page_info = { page, total_page: next === null ? page : page + 1 };
      return { ...body, data: { list, page_info } };
    },
  },
  Google: {
    aPage: 10_000,
    kindOf: (_, asked) => {
      const [, from] = /FROM (campaign|ad_group|ad_group_ad) WHERE campaign\.id IN/.exec(asked) ?? [];
      return from === 'campaign' ? 'campaign' : from === 'ad_group' ? 'ad_set' : from ? 'ad' : null;
    },
    campaignsIn: (_, asked) => /IN \(([\d, ]+)\)/.exec(asked)![1]!.split(', '),
    pageOf: (_, asked) => Number(JSON.parse(asked).pageToken ?? 0),
    idOf: (one) =>
      one.kind === 'ad' ? `${digits({ ...one, kind: 'ad_set', ad: 0 })}~${digits(one)}` : digits(one),
    entry: (template, { kind }, ids, paused) => ({
      ...template,
      campaign: { ...template.campaign, id: ids.campaign },
      ...(kind === 'campaign' ? {} : { adGroup: { ...template.adGroup, id: ids.ad_set } }),
      ...(kind === 'ad'
        ? {
            adGroupAd: {
              ...template.adGroupAd,
              status: paused ? 'PAUSED' : 'ENABLED',
              ad: { ...template.adGroupAd.ad, id: ids.ad.split('~')[1] },
            },
          }
        : {}),
    }),
    entriesIn: (body) => body.results,
    filled: (_, __, results, next) => ({
      results,
      ...(next === null ? {} : { nextPageToken: String(next) }),
    }),
  },
  Snapchat: {
    aPage: 1000,
    // A report's ads are read with their parents, and those are the simulator's own.
    kindOf: ({ pathname, searchParams }) =>
      pathname.includes('/adaccounts/') && !searchParams.has('read_deleted_entities')
        ? last(pathname, { campaigns: 'campaign', adsquads: 'ad_set', ads: 'ad' })
        : null,
    campaignsIn: () => null,
    pageOf: ({ searchParams }) => Number(searchParams.get('cursor') ?? 0),
    idOf: uuid,
    entry: (template, { kind }, ids, paused) => {
      const [[singular, one]] = Object.entries(template).filter(([name]) => !name.startsWith('sub_')) as [
        [string, Json],
      ];
      const changed = {
        ...one,
        id: ids[kind],
        ...(kind === 'ad_set' ? { campaign_id: ids.campaign } : {}),
        ...(kind === 'ad' ? { ad_squad_id: ids.ad_set, status: paused ? 'PAUSED' : 'ACTIVE' } : {}),
      };
      return { ...template, [singular]: changed };
    },
    entriesIn: (body, kind) => body[{ campaign: 'campaigns', ad_set: 'adsquads', ad: 'ads' }[kind]],
    filled: (body, kind, entries, next) => ({
      ...body,
      [{ campaign: 'campaigns', ad_set: 'adsquads', ad: 'ads' }[kind]]: entries,
      paging: next === null ? {} : { next_link: `https://ads.example/v1/x?cursor=${next}` },
    }),
  },
};

const upTo = (most: number) => Array.from({ length: most }, (_, n) => n + 1);
const inCampaign = (campaign: number, { sets, adsASet }: Size): Record<Kind, Numbered[]> => ({
  campaign: [{ kind: 'campaign', campaign, set: 0, ad: 0 }],
  ad_set: upTo(sets).map((set) => ({ kind: 'ad_set', campaign, set, ad: 0 })),
  ad: upTo(sets).flatMap((set) => upTo(adsASet).map((ad): Numbered => ({ kind: 'ad', campaign, set, ad }))),
});

/** What happens to a request for the account's lists: null for nothing, or a response instead of the page. */
export type Cut = (nth: number) => Response | null;

export interface LargeAccount {
  /** The IDs of all campaigns at the platform. */
  campaigns: string[];
  /** The ads that somebody has paused at the platform, by the number of the campaign and of the ad in it. */
  paused: (campaign: number, ad: number) => boolean;
  cut: Cut;
  /** The number of requests for its lists so far, and the most that were under way at once. */
  asked: number;
  atOnce: number;
  /** Stops answering. */
  close(): void;
}

/** Answers the account's lists from now on; all other requests go to the simulator. */
export async function largeThere(
  place: AdPlace,
  session: AdSession,
  there: There,
  size: Size,
): Promise<LargeAccount> {
  const lists = LISTS[place.name]!;
  const bodies = {} as Record<Kind, Json>;
  const real = globalThis.fetch;
  const bodyOf = (init?: RequestInit) => (typeof init?.body === 'string' ? init.body : '');
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    const answer = await real(input, init);
    const kind = lists.kindOf(new URL(input), bodyOf(init));
    if (kind !== null) bodies[kind] = await answer.clone().json();
    return answer;
  });
  // Enough IDs that the platform's lists are read instead of single campaigns.
  await place.platform.state(session, Array<string>(6).fill(there.campaign));
  const idsOf = ({ campaign, set, ad }: Numbered): Record<Kind, string> => ({
    campaign: lists.idOf({ kind: 'campaign', campaign, set: 0, ad: 0 }),
    ad_set: lists.idOf({ kind: 'ad_set', campaign, set, ad: 0 }),
    ad: lists.idOf({ kind: 'ad', campaign, set, ad }),
  });
  const numbers = upTo(size.campaigns);
  const known = new Map(
    numbers.map((campaign) => [lists.idOf({ kind: 'campaign', campaign, set: 0, ad: 0 }), campaign]),
  );
  let open = 0;
  const account: LargeAccount = {
    campaigns: [...known.keys()],
    paused: () => false,
    cut: () => null,
    asked: 0,
    atOnce: 0,
    close: () => void vi.stubGlobal('fetch', real),
  };
  const answered = (kind: Kind, url: URL, asked: string): Response => {
    const ids = lists.campaignsIn(url, asked);
    const these = ids === null ? numbers : ids.flatMap((id) => known.get(id) ?? []);
    const entries = these.flatMap((campaign) => inCampaign(campaign, size)[kind]);
    const page = lists.pageOf(url, asked);
    const to = Math.min(entries.length, (page + 1) * lists.aPage);
    const template = lists.entriesIn(bodies[kind], kind)[0];
    const shown = entries.slice(page * lists.aPage, to).map((one) => {
      const paused = account.paused(one.campaign, (one.set - 1) * size.adsASet + one.ad);
      return lists.entry(template, one, idsOf(one), paused);
    });
    return Response.json(lists.filled(bodies[kind], kind, shown, to < entries.length ? page + 1 : null));
  };
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    const [url, asked] = [new URL(input), bodyOf(init)];
    const kind = lists.kindOf(url, asked);
    if (kind === null) return await real(input, init);
    account.atOnce = Math.max(account.atOnce, ++open);
    // Long enough for other requests of the same moment to be under way.
    await new Promise((resolve) => setTimeout(resolve, 0));
    open--;
    return account.cut(++account.asked) ?? answered(kind, url, asked);
  });
  return account;
}

/**
 * The rows of the account's campaigns, which are live. The last six characters of a campaign's ID are its
 * number and `000`.
 */
export async function largeHere(
  place: AdPlace,
  size: Size,
  { account, connection }: { account: string; connection: string },
  of: { platform: string; adAccount: string; at: number },
): Promise<void> {
  const { idOf } = LISTS[place.name]!;
  const first: There = { campaign: 'x', set: 'x', ad: 'x' };
  const here = await insertHere(account, connection, first, { status: 'live', ...of });
  const ours = (id: string, one: Numbered) => id.slice(0, -6) + String(number(one)).padStart(6, '0');
  const rows = (kind: Kind): Row[] =>
    upTo(size.campaigns)
      .flatMap((campaign) => inCampaign(campaign, size)[kind])
      .map((one) => ({
        id: ours(here[({ campaign: 'campaign', ad_set: 'set', ad: 'ad' } as const)[kind]], one),
        campaign: ours(here.campaign, { ...one, kind: 'campaign', set: 0, ad: 0 }),
        set: ours(here.set, { ...one, kind: 'ad_set', ad: 0 }),
        there: idOf(one),
      }));
  await copied('campaigns', `id = '${here.campaign}'`, rows('campaign'), { id: 'id' });
  const both = { campaign_id: 'campaign', platform_id: 'there' } as const;
  await copied('campaign_platforms', `campaign_id = '${here.campaign}'`, rows('campaign'), both);
  await copied('ad_sets', `id = '${here.set}'`, rows('ad_set'), { id: 'id', ...both });
  await copied('ads', `id = '${here.ad}'`, rows('ad'), { id: 'id', ad_set_id: 'set', ...both });
  await removed(here);
}

/** The number of a campaign, from its ID here. */
export const numberOf = (campaign: string): number => Number(campaign.slice(-6)) / 1000;

interface Row {
  id: string;
  campaign: string;
  set: string;
  there: string;
}

/** Copies of an existing row, with other values in some columns. */
async function copied(
  table: string,
  which: string,
  rows: readonly Row[],
  changed: Partial<Record<string, keyof Row>>,
): Promise<void> {
  const { results } = await testEnv.DB.prepare(`PRAGMA table_info(${table})`).all<{ name: string }>();
  const names = results.map(({ name }) => name);
  const values = names.map((name) => (changed[name] ? `j.value ->> '${changed[name]}'` : `t."${name}"`));
  const quoted = names.map((name) => `"${name}"`).join(', ');
  const text = `INSERT INTO ${table} (${quoted}) SELECT ${values.join(', ')} FROM json_each(?) j, ${table} t WHERE t.${which}`;
  for (let at = 0; at < rows.length; at += 3_000)
    await testEnv.DB.prepare(text)
      .bind(JSON.stringify(rows.slice(at, at + 3_000)))
      .run();
}

/** Removes the rows that the others were copied from. */
async function removed(here: Here): Promise<void> {
  await testEnv.DB.batch([
    testEnv.DB.prepare('DELETE FROM ads WHERE id = ?').bind(here.ad),
    testEnv.DB.prepare('DELETE FROM ad_sets WHERE id = ?').bind(here.set),
    testEnv.DB.prepare('DELETE FROM campaign_platforms WHERE campaign_id = ?').bind(here.campaign),
    testEnv.DB.prepare('DELETE FROM campaigns WHERE id = ?').bind(here.campaign),
  ]);
}
