// What the pages run besides the routes.
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { checkSampleRequest } from './check-sample-request.ts';

export const sampleOperations = {
  checkSampleRequest: defineOperation({
    operationId: 'checkSampleRequest',
    access: access.reads(['creator']),
    params: pathId,
    handle: async (ctx, { params }) => ok(await checkSampleRequest(ctx, params.id)),
  }),
};
