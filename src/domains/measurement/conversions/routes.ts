import * as z from 'zod';
import { access, created, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import {
  Conversion,
  ConversionCreate,
  ConversionReport,
  ConversionUpdate,
  ReportQuery,
} from './conversion.ts';
import { createConversion } from './create-conversion.ts';
import { getConversion, listConversions } from './get-conversion.ts';
import { getConversionReport } from './get-conversion-report.ts';
import { updateConversion } from './update-conversion.ts';

export const conversionRoutes = [
  defineRoute({
    operationId: 'createConversion',
    method: 'POST',
    path: '/v1/conversions',
    tag: 'Conversions',
    summary: 'Define a conversion',
    access: access.writes(),
    body: ConversionCreate,
    output: Conversion,
    status: [201],
    errors: [],
    handle: async (ctx, { body }) => created(await createConversion(ctx, body)),
  }),
  defineRoute({
    operationId: 'listConversions',
    method: 'GET',
    path: '/v1/conversions',
    tag: 'Conversions',
    summary: 'List conversions, newest first',
    access: access.reads(),
    query: z.strictObject({ status: commaList(['active', 'archived']), ...listQuery }),
    output: Conversion,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listConversions(ctx, query)),
  }),
  defineRoute({
    operationId: 'getConversion',
    method: 'GET',
    path: '/v1/conversions/:id',
    tag: 'Conversions',
    summary: 'Get a conversion with its counts',
    access: access.reads(),
    params: pathId,
    output: Conversion,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getConversion(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateConversion',
    method: 'PATCH',
    path: '/v1/conversions/:id',
    tag: 'Conversions',
    summary: 'Change or archive a conversion',
    access: access.writes(),
    logged: true,
    params: pathId,
    body: ConversionUpdate,
    output: Conversion,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict'],
    handle: async (ctx, { params, body }) => ok(await updateConversion(ctx, params.id, body)),
  }),
  defineRoute({
    operationId: 'getConversionReport',
    method: 'GET',
    path: '/v1/conversions/:id/report',
    tag: 'Conversions',
    summary: 'Break a conversion down by creator, place, in-app browser, source or day',
    access: access.reads(),
    params: pathId,
    query: ReportQuery,
    output: ConversionReport,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params, query }) => ok(await getConversionReport(ctx, params.id, query)),
  }),
];
