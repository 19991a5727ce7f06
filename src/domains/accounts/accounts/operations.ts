import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { listClients } from './list-clients.ts';

export const accountOperations = {
  listClients: defineOperation({
    operationId: 'listClients',
    access: access.people('read'),
    query: z.strictObject({
      name: z.string().max(200).optional(),
      chosen: z.string().max(10_000).optional(),
    }),
    handle: async (ctx, { query }) =>
      ok(await listClients(ctx, query.name ?? '', query.chosen?.split(',') ?? [])),
  }),
};
