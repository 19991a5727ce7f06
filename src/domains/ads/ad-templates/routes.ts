import * as z from 'zod';
import { access, created, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import { AdTemplate, AdTemplateCreate, AdTemplateUpdate, TEMPLATE_STATUSES } from './ad-template.ts';
import { createAdTemplate } from './create-ad-template.ts';
import { getAdTemplate, listAdTemplates } from './get-ad-template.ts';
import { updateAdTemplate } from './update-ad-template.ts';

const BODY_LIMIT = 64 * 1024;

export const adTemplateRoutes = [
  defineRoute({
    operationId: 'createAdTemplate',
    method: 'POST',
    path: '/v1/ad-templates',
    tag: 'Campaigns',
    summary: 'Create a template for campaigns',
    access: access.writes(),
    body: AdTemplateCreate,
    bodyLimit: BODY_LIMIT,
    output: AdTemplate,
    status: [201],
    errors: ['operation_rejected'],
    handle: async (ctx, { body }) => created(await createAdTemplate(ctx, body)),
  }),
  defineRoute({
    operationId: 'listAdTemplates',
    method: 'GET',
    path: '/v1/ad-templates',
    tag: 'Campaigns',
    summary: 'List templates, newest first',
    access: access.reads(),
    query: z.strictObject({
      status: commaList(TEMPLATE_STATUSES).describe('active unless given.'),
      ...listQuery,
    }),
    output: AdTemplate,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listAdTemplates(ctx, query)),
  }),
  defineRoute({
    operationId: 'getAdTemplate',
    method: 'GET',
    path: '/v1/ad-templates/:id',
    tag: 'Campaigns',
    summary: 'Get a template',
    access: access.reads(),
    params: pathId,
    output: AdTemplate,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getAdTemplate(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateAdTemplate',
    method: 'PATCH',
    path: '/v1/ad-templates/:id',
    tag: 'Campaigns',
    summary: 'Change, archive or reopen a template',
    access: access.writes(),
    params: pathId,
    body: AdTemplateUpdate,
    bodyLimit: BODY_LIMIT,
    output: AdTemplate,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict'],
    handle: async (ctx, { params, body }) => ok(await updateAdTemplate(ctx, params.id, body)),
  }),
];
