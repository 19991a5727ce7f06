// What an action came to, as /v1 tells it: the records that a page is about are read before and after.
import type { DemoWorld } from '../whole-demo.ts';
import { type Role, show } from './find-forms.ts';

/** Texts by the path that was read. */
export type Reading = ReadonlyMap<string, string>;

/** The lists of a page's records, where they have another name than the page: by the segment after the workspace. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  balance: ['/v1/balance', '/v1/withdrawals', '/v1/account'],
  billing: ['/v1/account', '/v1/connections'],
  brands: ['/v1/relationships', '/v1/applications'],
  campaigns: ['/v1/campaigns', '/v1/ad-templates', '/v1/ad-sets', '/v1/ads'],
  codes: ['/v1/creator-codes'],
  creators: ['/v1/creators', '/v1/relationships', '/v1/applications'],
  keys: ['/v1/keys/current', '/v1/events'],
  messages: ['/v1/threads'],
  plans: ['/ads/plans', '/ads/operations'],
  programs: ['/v1/programs', '/v1/applications'],
  submissions: ['/v1/submissions', '/v1/ad-authorizations'],
};
const NO_LIST = new Set([
  'audit',
  'apps',
  'connected-apps',
  'embeds',
  'exports',
  'notices',
  'profile',
  'statement',
  'team',
  'you',
]);

/** The paths of the API that tell of a page. */
function pathsFor(path: string): string[] {
  const [, , place, noun, ...rest] = path.split('?')[0]!.split('/');
  if (place === undefined || noun === undefined) return [];
  if (noun === 'profile') return [`/v1/creators/${place}`];
  const id = rest.find((one) => /^[a-z]+_[0-9a-z]{26}$/.test(one));
  if (noun === 'exports' && id !== undefined) return [`/v1/exports/${id}`];
  if (noun === 'embeds') return ['/v1/embeds'];
  if (NO_LIST.has(noun)) return [];
  const lists = LISTS[noun] ?? [`/v1/${noun}`];
  return [...(id === undefined ? [] : recordPaths(noun, id, lists[0]!)), ...lists];
}

function recordPaths(noun: string, id: string, list: string): string[] {
  if (noun === 'messages') return [`/v1/threads/${id}`, `/v1/messages?thread=${id}&limit=100`];
  if (noun === 'brands' || noun === 'keys') return [];
  if (id.startsWith('adtpl_')) return [`/v1/ad-templates/${id}`];
  if (noun === 'creators') return [`${list}/${id}`, `${list}/${id}/invitation`];
  if (noun === 'agreements') return [`${list}/${id}`, `${list}/${id}/versions`];
  return [`${list}/${id}`];
}

/** Reads by the workspace's key; the records of a creator who acts alone, by the key of the brand that works with them. */
export async function readAbout({ demo, service }: DemoWorld, ...paths: readonly string[]): Promise<Reading> {
  const { accounts, keys } = demo;
  const read = paths.flatMap((path) => {
    const key = path.includes(accounts.partner)
      ? keys.partner
      : path.includes(accounts.client)
        ? keys.client
        : keys.brand;
    return pathsFor(path).map((one) => textOf(service.baseUrl, one, key));
  });
  return new Map(await Promise.all(read));
}

/** What the staff has done, and what waits for it. */
export async function readStaffs({ service, staffToken }: DemoWorld): Promise<Reading> {
  const paths = ['/internal/v1/actions', '/internal/v1/review-queue'];
  return new Map(await Promise.all(paths.map((path) => textOf(service.baseUrl, path, staffToken))));
}

async function textOf(baseUrl: string, path: string, token: string): Promise<[string, string]> {
  const answer = await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}` } });
  // Links to files are signed anew for each answer, which has an ID of its own.
  const text = (await answer.text()).replace(/\?[^"\s]*|"(?:requestId|lastUsedAt)":"[^"]*"/g, '');
  return [path, `${answer.status} ${text}`];
}

/** What the page shows now, and for an account what its audit log shows to an owner: nothing else tells of people and their apps. */
export async function readPages(world: DemoWorld, who: Role, path: string): Promise<Reading> {
  const { accounts } = world.demo;
  const of = Object.entries(accounts).find(([, id]) => path.includes(id));
  const log = of && `/app/${of[1]}/audit`;
  const owner = of?.[0] === 'brand' ? 'owner' : 'partner';
  const pages = [[who, path] as const, ...(log ? [[owner, log] as const] : [])];
  return new Map(
    await Promise.all(
      pages.map(async ([reader, one]) => [one, shownIn(await show(world, reader, one))] as const),
    ),
  );
}

/** Without what belongs to each showing of a form. */
const shownIn = (html: string | null): string => html?.replace(/<input type="hidden"[^>]*>/g, '') ?? '';

/**
 * The paths that read differently now. Of a path that was not read before, such as that of a record that the action led to, what is
 * there has to be newer than that.
 * @param since as the API writes moments.
 */
export const changed = (before: Reading, after: Reading, since: string): string[] =>
  [...after]
    .filter(([path, text]) => (before.has(path) ? before.get(path) !== text : isSince(text, since)))
    .map(([path]) => path);

const isSince = (text: string, since: string): boolean =>
  text.startsWith('200 ') &&
  [...text.matchAll(/"(?:created|updated)At":"([^"]+)"/g)].some(([, at]) => at! >= since);
