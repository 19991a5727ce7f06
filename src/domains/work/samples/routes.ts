import * as z from 'zod';
import { access, created, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { clientScope, commaList, listQuery } from '../../../resource/list-page.ts';
import { createSample } from './create-sample.ts';
import { getSample, listSamples } from './get-sample.ts';
import { SAMPLE_STATUSES, Sample, SampleCreate, SampleUpdate } from './sample.ts';
import { updateSample } from './update-sample.ts';

export const sampleRoutes = [
  defineRoute({
    operationId: 'createSample',
    method: 'POST',
    path: '/v1/samples',
    tag: 'Samples',
    summary: 'Ask for a sample, or offer one',
    description:
      'A creator with an approved application asks, with the address to send it to: one that was not sent yet of each product, five of each account. A brand offers one to a creator that it has agreed to work with, who answers with an address.',
    access: access.writes(EVERYONE),
    body: SampleCreate,
    output: Sample,
    status: [201],
    errors: ['permission_denied', 'conflict', 'operation_rejected'],
    handle: async (ctx, { body }) => created(await createSample(ctx, body)),
  }),
  defineRoute({
    operationId: 'listSamples',
    method: 'GET',
    path: '/v1/samples',
    tag: 'Samples',
    summary: 'List samples, newest first',
    description: "An account's, or those of the creator acted as.",
    access: access.reads(EVERYONE),
    query: z.strictObject({
      program: id('program').optional(),
      creator: id('creator').optional(),
      status: commaList(SAMPLE_STATUSES),
      scope: clientScope,
      ...listQuery,
    }),
    output: Sample,
    list: true,
    status: [200],
    errors: ['unavailable'],
    handle: async (ctx, { query }) => listed(await listSamples(ctx, query)),
  }),
  defineRoute({
    operationId: 'getSample',
    method: 'GET',
    path: '/v1/samples/:id',
    tag: 'Samples',
    summary: 'Get a sample',
    access: access.reads(EVERYONE),
    params: pathId,
    query: z.strictObject({
      expand: z
        .literal('accessCode')
        .optional()
        .describe(
          "accessCode: also the product's code, for the account and, once the sample is approved, for its creator. Who read it is kept.",
        ),
    }),
    output: Sample,
    status: [200],
    errors: ['not_found', 'permission_denied', 'unavailable'],
    handle: async (ctx, { params, query }) => ok(await getSample(ctx, params.id, query.expand)),
  }),
  defineRoute({
    operationId: 'updateSample',
    method: 'PATCH',
    path: '/v1/samples/:id',
    tag: 'Samples',
    summary: 'Answer a sample, or say how far it got',
    description:
      'The brand approves or rejects what a creator asked for. The creator answers an offer with an address, and may reject until the sample is sent. Without a shop, the brand sets shipped and delivered.',
    access: access.writes(EVERYONE),
    params: pathId,
    body: SampleUpdate,
    output: Sample,
    status: [200],
    errors: [
      'not_found',
      'permission_denied',
      'version_conflict',
      'conflict',
      'operation_rejected',
      'unavailable',
    ],
    handle: async (ctx, { params, body }) => ok(await updateSample(ctx, params.id, body)),
  }),
];
