// Which address does what. `:` stands for an ID.
import { putAd, putCampaign, putSquad, remove } from './delivery.ts';
import { addPart, beginParts, endParts, putCreative, putMedia, uploadMedia } from './media.ts';
import { MARKETING, PROFILES } from './oauth.ts';
import { stats } from './stats.ts';
import { view } from './status.ts';
import { each, type Fields, forbidden, invalid, many, missing, page, shown, success, WORDS } from './wire.ts';
import type { Node, World } from './world.ts';

export interface Call {
  world: World;
  user: Node;
  scopes: string[];
  url: URL;
  id: string;
  body: Fields;
  form: FormData | null;
}

interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  scope?: string;
  handle(call: Call): Fields;
}

type Listed = keyof typeof WORDS;
type Held = 'campaign' | 'adsquad' | 'ad' | 'creative' | 'media';

function organization(call: Call, id = call.id): Node {
  const node = call.world.get('organization', id);
  if (!node._users.includes(call.user.id)) throw forbidden('No membership in this organization.');
  return node;
}

/** An ad account that the person may see. @param writing throws for one that is not active. */
function account(call: Call, id: string, writing = false): Node {
  const node = call.world.get('account', id);
  const of = call.world.get('organization', node.organization_id);
  if (!of._users.includes(call.user.id)) throw forbidden('No access to this ad account.');
  if (writing && node.status !== 'ACTIVE') throw invalid('The ad account is not active.');
  return node;
}

/** What the address names, if the person may see it. */
function held(call: Call, kind: Held, writing = false): Node {
  const node = call.world.get(kind, call.id);
  account(call, node._account ?? node.ad_account_id, writing);
  return node;
}

const withDeleted = (call: Call) => call.url.searchParams.get('read_deleted_entities') === 'true';

function list(call: Call, kind: Listed, nodes: Node[]): Fields {
  const there = nodes.filter((node) => withDeleted(call) || !node.deleted);
  return page(
    call.url,
    kind,
    there.map((node) => view(call.world, kind, node) as Node),
  );
}

const plural = (kind: Listed) => WORDS[kind][0];

const ofAccount = (kind: Exclude<Listed, 'organization' | 'account' | 'profile' | 'funding'>): Route => ({
  method: 'GET',
  path: `adaccounts/:/${plural(kind)}`,
  handle: (call) => list(call, kind, call.world.all(kind, account(call, call.id).id)),
});

const one = (kind: Held): Route => ({
  method: 'GET',
  path: `${plural(kind)}/:`,
  handle: (call) => success(many(kind, [view(call.world, kind, held(call, kind))])),
});

const inside = (parent: 'campaign' | 'adsquad', kind: 'adsquad' | 'ad', link: string): Route => ({
  method: 'GET',
  path: `${plural(parent)}/:/${plural(kind)}`,
  handle: (call) => {
    const { id } = held(call, parent);
    const nodes = call.world.all(kind).filter((node) => node[link] === id);
    return list(call, kind, nodes);
  },
});

const removes = (kind: 'campaign' | 'adsquad' | 'ad'): Route => ({
  method: 'DELETE',
  path: `${plural(kind)}/:`,
  handle: (call) => {
    remove(call.world, kind, held(call, kind, true));
    return success({ [plural(kind)]: [] });
  },
});

/** POST makes, PUT replaces; both at the collection of the parent. */
function writes(
  path: string,
  kind: Held,
  put: (call: Call, item: Fields, makes: boolean) => Fields,
  methods: readonly ('POST' | 'PUT')[] = ['POST', 'PUT'],
): Route[] {
  return methods.map((method) => ({
    method,
    path,
    handle: (call) => each(kind, call.body, (item) => put(call, item, method === 'POST')),
  }));
}

const counted = (kind: 'account' | 'campaign' | 'adsquad' | 'ad'): Route => ({
  method: 'GET',
  path: `${plural(kind)}/:/stats`,
  handle: (call) => {
    const node = kind === 'account' ? account(call, call.id) : held(call, kind);
    return stats(call.world, call.url, kind, node);
  },
});

export const ROUTES: readonly Route[] = [
  { method: 'GET', path: 'me', handle: ({ user }) => success({ me: shown(user) }) },
  {
    method: 'GET',
    path: 'me/organizations',
    handle: (call) => {
      const { world, url, user } = call;
      const accounts = (id: string) =>
        url.searchParams.get('with_ad_accounts') === 'true'
          ? { ad_accounts: world.all('account', id).map(shown) }
          : {};
      const mine = world.all('organization').filter((node) => node._users.includes(user.id));
      return page(
        url,
        'organization',
        mine.map((node) => ({ ...node, ...accounts(node.id) })),
      );
    },
  },
  {
    method: 'GET',
    path: 'organizations/:/adaccounts',
    handle: (call) => list(call, 'account', call.world.all('account', organization(call).id)),
  },
  {
    method: 'GET',
    path: 'organizations/:/fundingsources',
    handle: (call) => list(call, 'funding', call.world.all('funding', organization(call).id)),
  },
  {
    method: 'GET',
    path: 'business/organizations/:/public_profiles',
    scope: PROFILES,
    handle: (call) => list(call, 'profile', call.world.all('profile', organization(call).id)),
  },
  {
    method: 'GET',
    path: 'adaccounts/:',
    handle: (call) => success(many('account', [account(call, call.id)])),
  },
  ...(['pixel', 'segment', 'campaign', 'adsquad', 'ad', 'creative', 'media'] as const).map(ofAccount),
  ...(['campaign', 'adsquad', 'ad', 'creative', 'media'] as const).map(one),
  inside('campaign', 'adsquad', 'campaign_id'),
  inside('campaign', 'ad', '_campaign'),
  inside('adsquad', 'ad', 'ad_squad_id'),
  ...writes('adaccounts/:/campaigns', 'campaign', (call, item, makes) =>
    putCampaign(call.world, account(call, call.id, true), item, makes),
  ),
  ...writes('campaigns/:/adsquads', 'adsquad', (call, item, makes) =>
    putSquad(call.world, held(call, 'campaign', true), item, makes),
  ),
  ...writes('adsquads/:/ads', 'ad', (call, item, makes) =>
    putAd(call.world, held(call, 'adsquad', true), item, makes),
  ),
  ...writes(
    'adaccounts/:/media',
    'media',
    (call, item) => putMedia(call.world, account(call, call.id, true), item),
    ['POST'],
  ),
  ...writes(
    'adaccounts/:/creatives',
    'creative',
    (call, item) => putCreative(call.world, account(call, call.id, true), item),
    ['POST'],
  ),
  ...(['campaign', 'adsquad', 'ad'] as const).map(removes),
  ...(['account', 'campaign', 'adsquad', 'ad'] as const).map(counted),
  {
    method: 'POST',
    path: 'media/:/upload',
    handle: (call) => uploadMedia(call.world, held(call, 'media', true), call.form),
  },
  {
    method: 'POST',
    path: 'media/:/multipart-upload-v2',
    handle: (call) => {
      const media = held(call, 'media', true);
      const action = call.url.searchParams.get('action') ?? '';
      const act = { INIT: beginParts, ADD: addPart, FINALIZE: endParts }[action];
      if (!act) throw missing();
      return act(call.world, media, call.form);
    },
  },
];

export const scopeOf = (route: Route): string => route.scope ?? MARKETING;
