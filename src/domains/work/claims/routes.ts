import { access, defineRoute, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { CreatorInvitation, InvitationResend } from './creator-invitation.ts';
import { getCreatorInvitation } from './get-creator-invitation.ts';
import { resendCreatorInvitation } from './resend-creator-invitation.ts';

export const claimRoutes = [
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
    errors: ['not_found', 'conflict', 'operation_rejected', 'rate_limited'],
    handle: async (ctx, { params, body }) => ok(await resendCreatorInvitation(ctx, params.id, body)),
  }),
];
