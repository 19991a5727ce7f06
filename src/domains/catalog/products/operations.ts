// What the pages run besides the routes.
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { listCodeReadings } from './list-code-readings.ts';

export const productOperations = {
  listCodeReadings: defineOperation({
    operationId: 'listCodeReadings',
    access: access.reads(),
    params: pathId,
    handle: async (ctx, { params }) => ok(await listCodeReadings(ctx, params.id)),
  }),
};
