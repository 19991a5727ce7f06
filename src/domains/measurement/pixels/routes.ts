import * as z from 'zod';
import { access, created, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { createPixel } from './create-pixel.ts';
import { getPixel, listPixels } from './get-pixel.ts';
import { getPixelRejections, PixelRejections } from './get-pixel-rejections.ts';
import { Pixel, PixelCreate, PixelUpdate } from './pixel.ts';
import { updatePixel } from './update-pixel.ts';

export const pixelRoutes = [
  defineRoute({
    operationId: 'createPixel',
    method: 'POST',
    path: '/v1/pixels',
    tag: 'Pixels',
    summary: 'Create a pixel',
    access: access.writes(),
    body: PixelCreate,
    output: Pixel,
    status: [201],
    errors: [],
    handle: async (ctx, { body }) => created(await createPixel(ctx, body)),
  }),
  defineRoute({
    operationId: 'listPixels',
    method: 'GET',
    path: '/v1/pixels',
    tag: 'Pixels',
    summary: 'List pixels',
    access: access.reads(),
    query: z.strictObject(listQuery),
    output: Pixel,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listPixels(ctx, query)),
  }),
  defineRoute({
    operationId: 'getPixel',
    method: 'GET',
    path: '/v1/pixels/:id',
    tag: 'Pixels',
    summary: 'Get a pixel',
    access: access.reads(),
    params: pathId,
    output: Pixel,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getPixel(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'getPixelRejections',
    method: 'GET',
    path: '/v1/pixels/:id/rejections',
    tag: 'Pixels',
    summary: 'See why nothing arrives: what browsers sent in the last day and was not taken',
    access: access.reads(),
    params: pathId,
    output: PixelRejections,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getPixelRejections(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updatePixel',
    method: 'PATCH',
    path: '/v1/pixels/:id',
    tag: 'Pixels',
    summary: 'Change or archive a pixel',
    access: access.writes(),
    params: pathId,
    body: PixelUpdate,
    output: Pixel,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict'],
    handle: async (ctx, { params, body }) => ok(await updatePixel(ctx, params.id, body)),
  }),
];
