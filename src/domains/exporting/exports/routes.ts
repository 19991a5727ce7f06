import { defineRawRoute } from '../../../http/define-page.ts';
import { accepted, access, defineRoute, EVERYONE, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { createExport } from './create-export.ts';
import { Export, ExportCreate } from './export.ts';
import { getExport } from './get-export.ts';
import { serveExport } from './serve-export.ts';

export const exportRoutes = [
  defineRoute({
    operationId: 'createExport',
    method: 'POST',
    path: '/v1/exports',
    tag: 'Exports',
    summary: 'Export a list as a CSV file',
    description:
      'All rows of a list, as you may read it, written in the background: read the export until it is `ready`. One at a time and 20 a day; a key that only reads is enough. Amounts are in units of their currency, and texts that a spreadsheet would run as a formula begin with an apostrophe.',
    access: access.reads(EVERYONE),
    body: ExportCreate,
    output: Export,
    status: [202],
    errors: ['conflict'],
    handle: async (ctx, { body }) => accepted(await createExport(ctx, body)),
  }),
  defineRoute({
    operationId: 'getExport',
    method: 'GET',
    path: '/v1/exports/:id',
    tag: 'Exports',
    summary: 'Get an export',
    description: 'Exports are kept for 7 days. Only the key, app or person that made one reads it.',
    access: access.reads(EVERYONE),
    params: pathId,
    output: Export,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getExport(ctx, params.id)),
  }),
  defineRawRoute({
    operationId: 'serveExport',
    method: 'GET',
    path: '/files/exports/:id',
    access: access.open('Links in records carry their own permission, a signature that ends after a while.'),
    handle: (ctx, { params, request }) => serveExport(ctx, params.id!, request),
  }),
];
