// Operations on applications that the pages have and the API does not.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { APPLICATION_STATUSES } from './application.ts';
import { countApplications } from './count-applications.ts';
import { getOwnApplication } from './get-own-application.ts';

export const applicationOperations = {
  countApplications: defineOperation({
    operationId: 'countApplications',
    access: access.reads(),
    query: z.strictObject({ status: z.enum(APPLICATION_STATUSES) }),
    handle: async (ctx, { query }) => ok(await countApplications(ctx, [query.status])),
  }),
  getOwnApplication: defineOperation({
    operationId: 'getOwnApplication',
    access: access.reads(['creator']),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getOwnApplication(ctx, params.id)),
  }),
};
