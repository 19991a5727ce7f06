// Operations on embed sessions that only the pages call.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { id } from '../../../resource/fields.ts';
import { countEmbeds } from './count-embeds.ts';
import { EmbedsEnd } from './embed.ts';
import { endEmbeds } from './end-embeds.ts';

export const embedOperations = {
  countEmbeds: defineOperation({
    operationId: 'countEmbeds',
    access: access.people('read'),
    query: z.strictObject({ creator: id('creator').optional() }),
    handle: async (ctx, { query }) => ok(await countEmbeds(ctx, query)),
  }),
  endEmbeds: defineOperation({
    operationId: 'endEmbeds',
    access: access.people('write'),
    body: EmbedsEnd,
    handle: async (ctx, { body }) => ok(await endEmbeds(ctx, body)),
  }),
};
