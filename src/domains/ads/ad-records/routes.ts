import * as z from 'zod';
import { access, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';

import { AD_STATUSES } from '../campaign-record/campaign-row.ts';
import {
  Ad,
  AdCopyCreate,
  AdSet,
  AdSetCopyCreate,
  AdSetUpdate,
  AdUpdate,
  ChangedAdSet,
  CopyAccepted,
  SOURCES,
} from './ad-record.ts';
import { copyAd } from './copy-ad.ts';
import { copyAdSet } from './copy-ad-set.ts';
import { getAd, listAds } from './get-ad.ts';
import { getAdSet, listAdSets } from './get-ad-set.ts';
import { updateAd } from './update-ad.ts';
import { updateAdSet } from './update-ad-set.ts';

const OF_PLATFORMS = ['operation_rejected', 'provider_error', 'unavailable'] as const;

const filters = {
  campaign: id('campaign').optional(),
  platform: z.enum(AD_PLATFORMS).optional(),
  status: commaList(AD_STATUSES),
  source: z
    .enum(SOURCES)
    .default('service')
    .describe('`external`: what else runs in the ad accounts, as it was read in the last 90 days.'),
};

export const adRecordRoutes = [
  defineRoute({
    operationId: 'listAdSets',
    method: 'GET',
    path: '/v1/ad-sets',
    tag: 'Campaigns',
    summary: 'List ad sets',
    description: 'Archived and deleted ones only when `status` asks for them.',
    access: access.reads(),
    query: z.strictObject({ ...filters, status: z.enum(AD_STATUSES).optional(), ...listQuery }),
    output: AdSet,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => {
      const status = query.status === undefined ? undefined : [query.status];
      return listed(await listAdSets(ctx, { ...query, status }));
    },
  }),
  defineRoute({
    operationId: 'getAdSet',
    method: 'GET',
    path: '/v1/ad-sets/:id',
    tag: 'Campaigns',
    summary: 'Get an ad set',
    access: access.reads(),
    params: pathId,
    output: AdSet,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getAdSet(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateAdSet',
    method: 'PATCH',
    path: '/v1/ad-sets/:id',
    tag: 'Campaigns',
    summary: 'Change an ad set at its platform',
    description:
      'The platform is changed before this responds. If the outcome is unknown (502, 503), the record follows the platform within minutes, and the request can be repeated safely. The budget share of an archived ad set goes to the other ad sets in proportion to theirs, and the platform follows within moments.',
    access: access.writes(),
    logged: true,
    params: pathId,
    body: AdSetUpdate,
    output: ChangedAdSet,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', ...OF_PLATFORMS],
    handle: async (ctx, { params, body }) => ok(await updateAdSet(ctx, params.id, body)),
  }),
  defineRoute({
    operationId: 'copyAdSet',
    method: 'POST',
    path: '/v1/ad-sets/:id/copies',
    tag: 'Campaigns',
    summary: 'Copy an ad set with its ads',
    description: 'The copy is paused. Its ID is found once the platform has confirmed it.',
    access: access.writes(),
    logged: true,
    params: pathId,
    body: AdSetCopyCreate,
    output: CopyAccepted,
    status: [202],
    errors: ['not_found', 'conflict', ...OF_PLATFORMS],
    handle: async (ctx, { params, body }) => ({ status: 202, data: await copyAdSet(ctx, params.id, body) }),
  }),
  defineRoute({
    operationId: 'listAds',
    method: 'GET',
    path: '/v1/ads',
    tag: 'Campaigns',
    summary: 'List ads',
    description: 'Archived and deleted ones only when `status` asks for them.',
    access: access.reads(),
    query: z.strictObject({ ...filters, adSet: id('adSet').optional(), ...listQuery }),
    output: Ad,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listAds(ctx, query)),
  }),
  defineRoute({
    operationId: 'getAd',
    method: 'GET',
    path: '/v1/ads/:id',
    tag: 'Campaigns',
    summary: 'Get an ad',
    access: access.reads(),
    params: pathId,
    output: Ad,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getAd(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateAd',
    method: 'PATCH',
    path: '/v1/ads/:id',
    tag: 'Campaigns',
    summary: 'Change an ad at its platform',
    description:
      'The platform is changed before this responds. If the outcome is unknown (502, 503), the record follows the platform within minutes, and the request can be repeated safely.',
    access: access.writes(),
    logged: true,
    params: pathId,
    body: AdUpdate,
    output: Ad,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', ...OF_PLATFORMS],
    handle: async (ctx, { params, body }) => ok(await updateAd(ctx, params.id, body)),
  }),
  defineRoute({
    operationId: 'copyAd',
    method: 'POST',
    path: '/v1/ads/:id/copies',
    tag: 'Campaigns',
    summary: 'Copy an ad',
    description: 'The copy is paused. Its ID is found once the platform has confirmed it.',
    access: access.writes(),
    logged: true,
    params: pathId,
    body: AdCopyCreate,
    output: CopyAccepted,
    status: [202],
    errors: ['not_found', 'conflict', ...OF_PLATFORMS],
    handle: async (ctx, { params, body }) => ({ status: 202, data: await copyAd(ctx, params.id, body) }),
  }),
];
