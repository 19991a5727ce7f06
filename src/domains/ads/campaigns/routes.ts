import * as z from 'zod';
import { access, created, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { listQuery, nameQuery, sortQuery } from '../../../resource/list-page.ts';
import { Campaign } from '../campaign-record/campaign.ts';
import { CampaignCopy, CampaignCreate, CampaignUpdate } from '../campaign-record/campaign-input.ts';
import { CampaignPreflight } from '../campaign-record/campaign-problem.ts';
import { CAMPAIGN_STATUSES } from '../campaign-record/campaign-row.ts';
import { CampaignWithTimeline } from '../campaign-record/campaign-timeline.ts';
import { copyCampaign } from './copy-campaign.ts';
import { createCampaign } from './create-campaign.ts';
import { getCampaign, listCampaigns } from './get-campaign.ts';
import { preflightCampaign } from './preflight-campaign.ts';
import { updateCampaign } from './update-campaign.ts';

const OF_PLATFORMS = ['provider_error', 'unavailable'] as const;

export const campaignRoutes = [
  defineRoute({
    operationId: 'createCampaign',
    method: 'POST',
    path: '/v1/campaigns',
    tag: 'Campaigns',
    summary: 'Create and launch a campaign',
    description:
      'It is set up on its platform at once, paused, with the status processing until that is done; then it is launched unless `launch` is false or `scheduledLaunchAt` is given. A campaign with problems is rejected: `details.problems` lists all of them, as POST /v1/campaign-preflights does.',
    access: access.writes(),
    logged: true,
    body: CampaignCreate,
    output: Campaign,
    status: [201],
    errors: ['conflict', 'operation_rejected', ...OF_PLATFORMS],
    handle: async (ctx, { body }) => created(await createCampaign(ctx, body)),
  }),
  defineRoute({
    operationId: 'preflightCampaign',
    method: 'POST',
    path: '/v1/campaign-preflights',
    tag: 'Campaigns',
    summary: 'Check a campaign before it is created',
    description:
      'Takes the body of POST /v1/campaigns and creates nothing. What it asks platforms is at most a day old.',
    access: access.writes(),
    body: CampaignCreate,
    output: CampaignPreflight,
    status: [200],
    errors: ['operation_rejected', ...OF_PLATFORMS],
    idempotency: { none: 'It creates nothing.' },
    handle: async (ctx, { body }) => ok(await preflightCampaign(ctx, body)),
  }),
  defineRoute({
    operationId: 'listCampaigns',
    method: 'GET',
    path: '/v1/campaigns',
    tag: 'Campaigns',
    summary: 'List campaigns',
    description: 'Archived ones only when `status` asks for them.',
    access: access.reads(),
    query: z.strictObject({
      status: z.enum(CAMPAIGN_STATUSES).optional(),
      platform: z.enum(AD_PLATFORMS).optional(),
      connection: id('connection').optional(),
      ...nameQuery,
      ...sortQuery,
      ...listQuery,
    }),
    output: Campaign,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listCampaigns(ctx, query)),
  }),
  defineRoute({
    operationId: 'getCampaign',
    method: 'GET',
    path: '/v1/campaigns/:id',
    tag: 'Campaigns',
    summary: 'Get a campaign',
    access: access.reads(),
    params: pathId,
    query: z.strictObject({
      expand: z.enum(['timeline']).optional().describe('`timeline`: also what happened to it.'),
    }),
    output: CampaignWithTimeline,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params, query }) => ok(await getCampaign(ctx, params.id, query.expand)),
  }),
  defineRoute({
    operationId: 'updateCampaign',
    method: 'PATCH',
    path: '/v1/campaigns/:id',
    tag: 'Campaigns',
    summary: 'Change a campaign, or launch, pause, resume, retry or archive it',
    description:
      'The platforms are changed after this responds: `pendingChange` is set until then, and only pause and archive are accepted meanwhile.',
    access: access.writes(),
    logged: true,
    params: pathId,
    body: CampaignUpdate,
    output: Campaign,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', 'operation_rejected', ...OF_PLATFORMS],
    handle: async (ctx, { params, body }) => ok(await updateCampaign(ctx, params.id, body)),
  }),
  defineRoute({
    operationId: 'copyCampaign',
    method: 'POST',
    path: '/v1/campaigns/:id/copies',
    tag: 'Campaigns',
    summary: 'Copy a campaign',
    description: 'The copy is set up on the same platforms, paused unless `launch` is true.',
    access: access.writes(),
    params: pathId,
    body: CampaignCopy,
    output: Campaign,
    status: [201],
    errors: ['not_found', 'conflict', 'operation_rejected', ...OF_PLATFORMS],
    handle: async (ctx, { params, body }) => created(await copyCampaign(ctx, params.id, body)),
  }),
];
