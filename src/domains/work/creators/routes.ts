import * as z from 'zod';
import { access, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { commaList, listQuery } from '../../../resource/list-page.ts';
import { CREATOR_STATUSES, RELATIONSHIPS, VISIBILITIES } from '../creator-consent/creator.ts';
import { createCreator } from './create-creator.ts';
import { CreatorCreate, CreatorUpdate } from './creator-input.ts';
import { CreatorInvitation, InvitationResend } from './creator-invitation.ts';
import { Creator } from './creator-record.ts';
import { getCreator, listCreators } from './get-creator.ts';
import { getCreatorInvitation } from './get-creator-invitation.ts';
import { resendCreatorInvitation } from './resend-creator-invitation.ts';
import { updateCreator } from './update-creator.ts';

export const creatorRoutes = [
  defineRoute({
    operationId: 'createCreator',
    method: 'POST',
    path: '/v1/creators',
    tag: 'Creators',
    summary: 'Add a creator to the roster',
    description:
      '200 when the creator is on the roster already. Somebody who has a profile here is invited and has to accept.',
    access: access.writes(),
    logged: true,
    body: CreatorCreate,
    output: Creator,
    status: [201, 200],
    errors: ['conflict'],
    rereads: true,
    handle: async (ctx, { body }) => {
      const { creator, added } = await createCreator(ctx, body);
      return { status: added ? 201 : 200, data: creator };
    },
  }),
  defineRoute({
    operationId: 'listCreators',
    method: 'GET',
    path: '/v1/creators',
    tag: 'Creators',
    summary: 'List creators',
    description:
      'The roster. visibility=network without status, program and relationship lists the marketplace: every creator who is visible to all accounts.',
    access: access.reads(),
    query: z.strictObject({
      q: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Beginnings of words of the name, email or handle; all of them must be found.'),
      status: commaList(CREATOR_STATUSES).describe(
        `A comma list of ${CREATOR_STATUSES.join(', ')}; removed ones are left out unless asked for.`,
      ),
      program: id('program').optional().describe('Only creators in this program.'),
      relationship: z.enum(RELATIONSHIPS).optional(),
      visibility: z.enum(VISIBILITIES).optional(),
      ...listQuery,
    }),
    output: Creator,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listCreators(ctx, query)),
  }),
  defineRoute({
    operationId: 'getCreator',
    method: 'GET',
    path: '/v1/creators/:id',
    tag: 'Creators',
    summary: 'Get a creator, or as a creator yourself',
    access: access.reads(EVERYONE),
    embeds: ['onboarding'],
    params: pathId,
    output: Creator,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getCreator(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateCreator',
    method: 'PATCH',
    path: '/v1/creators/:id',
    tag: 'Creators',
    summary: 'Change a creator, or as a creator yourself',
    access: access.writes(EVERYONE),
    logged: true,
    embeds: ['onboarding.profile'],
    params: pathId,
    body: CreatorUpdate,
    output: Creator,
    status: [200],
    errors: [
      'not_found',
      'version_conflict',
      'conflict',
      'operation_rejected',
      'unavailable',
      'provider_error',
    ],
    handle: async (ctx, { params, body }) => ok(await updateCreator(ctx, params.id, body)),
  }),
  defineRoute({
    operationId: 'getCreatorInvitation',
    method: 'GET',
    path: '/v1/creators/:id/invitation',
    tag: 'Creators',
    summary: 'Get the invitation mail of a creator whom you added',
    description: 'Not found once the creator has claimed or declined the profile.',
    access: access.reads(),
    params: pathId,
    output: CreatorInvitation,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getCreatorInvitation(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'resendCreatorInvitation',
    method: 'POST',
    path: '/v1/creators/:id/invitation',
    tag: 'Creators',
    summary: 'Resend the invitation mail of a creator whom you added',
    description:
      'Twice in 7 days, and 200 invitations a day to all. A reader can refuse invitations; you are not told.',
    access: access.writes(),
    logged: true,
    params: pathId,
    body: InvitationResend,
    output: CreatorInvitation,
    status: [200],
    errors: ['not_found', 'version_conflict', 'operation_rejected', 'rate_limited'],
    handle: async (ctx, { params, body }) => ok(await resendCreatorInvitation(ctx, params.id, body)),
  }),
];
