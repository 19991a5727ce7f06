import * as z from 'zod';
import { readText } from '../../../http/body.ts';
import { defineRawRoute } from '../../../http/define-page.ts';
import { access, created, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { AppError } from '../../../kit/error.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { createEmbed } from './create-embed.ts';
import { Embed, EmbedCreate, EmbedUpdate } from './embed.ts';
import { getEmbed, listEmbeds } from './get-embed.ts';
import { openAsPerson } from './open-as-person.ts';
import { openEmbed } from './open-embed.ts';
import { updateEmbed } from './update-embed.ts';

export const embedRoutes = [
  defineRoute({
    operationId: 'createEmbed',
    method: 'POST',
    path: '/v1/embeds',
    tag: 'Embeds',
    summary: 'Begin a session for a frame on a page of yours',
    description:
      'Once for each showing, from your server: hand the clientSecret to your page, for fetchClientSecret of /embed/v1.js.',
    access: access.writes(),
    body: EmbedCreate,
    output: Embed,
    status: [201],
    errors: ['operation_rejected'],
    secrets: ['clientSecret'],
    handle: async (ctx, { body }) => created(await createEmbed(ctx, body)),
  }),
  defineRoute({
    operationId: 'listEmbeds',
    method: 'GET',
    path: '/v1/embeds',
    tag: 'Embeds',
    summary: 'List embed sessions, newest first',
    description: 'For 30 days; those that no frame opened for a day.',
    access: access.reads(),
    query: z.strictObject({
      creator: id('creator').optional(),
      status: z
        .enum(['created', 'open'])
        .optional()
        .describe('Only those that still work: with a secret to exchange, or shown in a frame.'),
      ...listQuery,
    }),
    output: Embed,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listEmbeds(ctx, query)),
  }),
  defineRoute({
    operationId: 'getEmbed',
    method: 'GET',
    path: '/v1/embeds/:id',
    tag: 'Embeds',
    summary: 'Get an embed session',
    access: access.reads(),
    params: pathId,
    output: Embed,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getEmbed(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateEmbed',
    method: 'PATCH',
    path: '/v1/embeds/:id',
    tag: 'Embeds',
    summary: 'End an embed session early',
    access: access.writes(),
    params: pathId,
    body: EmbedUpdate,
    output: Embed,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict'],
    handle: async (ctx, { params, body }) => ok(await updateEmbed(ctx, params.id, body)),
  }),
  defineRawRoute({
    operationId: 'openEmbed',
    method: 'POST',
    path: '/v1/embeds/:id/token',
    access: access.open(
      "A frame has nothing but the session's secret, or what its own window handed to it, and exchanges each here once.",
    ),
    handle: async (ctx, { params, request }) => {
      const asked = await exchangeOf(request);
      const frame = params.id ?? '';
      const browser = request.headers.get('user-agent');
      const opened =
        'code' in asked
          ? await openAsPerson(ctx, { frame, ...asked })
          : await openEmbed(ctx, {
              frame,
              secret: asked.clientSecret,
              browser,
              renews: asked.personToken ?? null,
            });
      return Response.json({ data: opened }, { headers: { 'Cache-Control': 'no-store' } });
    },
  }),
];

const Exchange = z.union([
  z.strictObject({ clientSecret: z.string().max(200), personToken: z.string().max(200).optional() }),
  z.strictObject({ code: z.string().max(200), verifier: z.string().max(200) }),
]);

async function exchangeOf(request: Request): Promise<z.output<typeof Exchange>> {
  const text = await readText(request, 1_000);
  try {
    return Exchange.parse(JSON.parse(text));
  } catch {
    throw new AppError('invalid_request', 'Send {"clientSecret": "emb_…_secret_…"} as JSON.');
  }
}
