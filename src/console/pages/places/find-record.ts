// Where a record is shown whose ID a person has.
import { appOperations } from '../../../domains/accounts/apps/operations.ts';
import { keyOperations } from '../../../domains/accounts/keys/operations.ts';
import { relationshipOperations } from '../../../domains/work/relationships/operations.ts';
import { AppError } from '../../../kit/error.ts';
import { type IdKind, isId } from '../../../kit/ids.ts';
import type { RouteName } from '../../../run.ts';
import type { PlaceVisit } from '../../visit.ts';

export interface Found {
  kind: string;
  href: string;
  title: string;
}

/** Records that have a page: the route that reads one, and the page's path up to the ID. */
const BY_ID = {
  program: { kind: 'Program', route: 'GET /v1/programs/:id', page: '/programs/' },
  creator: { kind: 'Creator', route: 'GET /v1/creators/:id', page: '/creators/' },
  submission: { kind: 'Submission', route: 'GET /v1/submissions/:id', page: '/submissions/' },
  campaign: { kind: 'Campaign', route: 'GET /v1/campaigns/:id', page: '/campaigns/' },
  adTemplate: { kind: 'Template', route: 'GET /v1/ad-templates/:id', page: '/campaigns/templates/' },
  product: { kind: 'Product', route: 'GET /v1/products/:id', page: '/products/' },
  retainer: { kind: 'Retainer', route: 'GET /v1/retainers/:id', page: '/retainers/' },
  agreement: { kind: 'Agreement', route: 'GET /v1/agreements/:id', page: '/agreements/' },
  sample: { kind: 'Sample', route: 'GET /v1/samples/:id', page: '/samples/' },
  creatorCode: { kind: 'Code', route: 'GET /v1/creator-codes/:id', page: '/codes/' },
  post: { kind: 'Post', route: 'GET /v1/posts/:id', page: '/posts/' },
  adAuthorization: {
    kind: 'Ad authorization',
    route: 'GET /v1/ad-authorizations/:id',
    page: '/ad-authorizations/',
  },
  connection: { kind: 'Connection', route: 'GET /v1/connections/:id', page: '/connections/' },
  pixel: { kind: 'Pixel', route: 'GET /v1/pixels/:id', page: '/pixels/' },
  charge: { kind: 'Charge', route: 'GET /v1/charges/:id', page: '/charges/' },
  payment: { kind: 'Payment', route: 'GET /v1/payments/:id', page: '/payments/' },
  payout: { kind: 'Payout', route: 'GET /v1/payouts/:id', page: '/payouts/' },
  withdrawal: { kind: 'Withdrawal', route: 'GET /v1/withdrawals/:id', page: '/withdrawals/' },
  earning: { kind: 'Earning', route: 'GET /v1/earnings/:id', page: '/earnings/' },
  thread: { kind: 'Messages', route: 'GET /v1/threads/:id', page: '/messages/' },
  adsPlan: { kind: 'Plan', route: 'GET /ads/plans/:id', page: '/plans/' },
} as const satisfies Partial<Record<IdKind, { kind: string; route: RouteName; page: string }>>;

const KINDS = Object.keys(BY_ID) as (keyof typeof BY_ID)[];

/** The path of a record's page in its workspace; null for records without one. */
export function pageOfRecord(id: string): string | null {
  const named = KINDS.find((one) => isId(id, [one]));
  return named === undefined ? null : BY_ID[named].page + id;
}

/** The record with this ID, where the reader may read it. */
export async function recordWithId(at: PlaceVisit, id: string): Promise<Found[]> {
  const named = KINDS.find((one) => isId(id, [one]));
  try {
    if (id === at.place.id) return [{ kind: 'Workspace', href: at.to(''), title: at.place.name }];
    if (named === undefined) return await shownElsewhere(at, id);
    const { kind, route, page } = BY_ID[named];
    await at.run(route, { params: { id } });
    return [{ kind, href: at.to(page + id), title: id }];
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return [];
    throw error;
  }
}

type Place = Pick<Found, 'kind' | 'href'>;

/** @param own where the creator reads what is between it and an account. */
const betweenThem = (at: PlaceVisit, own: string, creator: string): string =>
  at.to(at.place.type === 'creator' ? own : `/creators/${creator}`);

/** Records that are shown on another record's page, and those that no route of the API reads by their ID. */
const ELSEWHERE: Partial<Record<IdKind, (at: PlaceVisit, id: string) => Promise<Place>>> = {
  application: async (at, id) => {
    const { creator, program } = await at.run('GET /v1/applications/:id', { params: { id } });
    return { kind: 'Application', href: betweenThem(at, `/programs/${program}`, creator) };
  },
  relationship: async (at, id) => {
    const { creator, account } = await at.run('GET /v1/relationships/:id', { params: { id } });
    return { kind: 'Relationship', href: betweenThem(at, `/brands/${account}`, creator) };
  },
  account: async (at, id) => {
    if (at.place.type === 'creator') {
      await at.run(relationshipOperations.getRelationshipWith, { params: { id } });
      return { kind: 'Brand', href: at.to(`/brands/${id}`) };
    }
    await at.run('GET /v1/brands/:id', { params: { id } });
    return { kind: 'Client', href: `/app/${id}/` };
  },
  adSet: async (at, id) => {
    const { campaign } = await at.run('GET /v1/ad-sets/:id', { params: { id } });
    return { kind: 'Ad set', href: at.to(`/campaigns/${campaign}`) };
  },
  ad: async (at, id) => {
    const { campaign } = await at.run('GET /v1/ads/:id', { params: { id } });
    return { kind: 'Ad', href: at.to(`/campaigns/${campaign}`) };
  },
  adsOperation: async (at, id) => {
    const { planId } = await at.run('GET /ads/operations/:id', { params: { id } });
    return { kind: 'Operation', href: at.to(`/plans/${planId}`) };
  },
  pixelEvent: async (at, id) => {
    const { pixel } = await at.run('GET /v1/pixel-events/:id', { params: { id } });
    return { kind: 'Pixel event', href: at.to(`/pixels/${pixel}/events/${id}`) };
  },
  key: async (at, id) => {
    await at.run(keyOperations.getKey, { params: { id } });
    return { kind: 'API key', href: at.to(`/keys/${id}`) };
  },
  export: async (at, id) => {
    await at.run('GET /v1/exports/:id', { params: { id } });
    return { kind: 'Export', href: at.to(`/exports/${id}`) };
  },
  app: async (at, id) => {
    await at.run(appOperations.getApp, { params: { id } });
    return { kind: 'App', href: at.to(`/apps/${id}`) };
  },
};

const OTHERS = Object.keys(ELSEWHERE) as (keyof typeof ELSEWHERE)[];

async function shownElsewhere(at: PlaceVisit, id: string): Promise<Found[]> {
  const named = OTHERS.find((one) => isId(id, [one]));
  if (named === undefined) return [];
  return [{ ...(await ELSEWHERE[named]!(at, id)), title: id }];
}
