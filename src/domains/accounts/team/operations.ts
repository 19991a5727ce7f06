import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { callersNetwork } from '../../../kit/network.ts';
import { pathId } from '../../../resource/fields.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { createInvitation } from './create-invitation.ts';
import { inviteFirstOwner } from './invite-first-owner.ts';
import { leaveAccount } from './leave-account.ts';
import { listTeam } from './list-team.ts';
import { listUnownedClients } from './list-unowned-clients.ts';
import { removeMember } from './remove-member.ts';
import { resendInvitation } from './resend-invitation.ts';
import { setFactorRequirement } from './set-factor-requirement.ts';
import {
  FactorRequirement,
  FirstOwnerCreate,
  InvitationCreate,
  InvitationResend,
  MembershipUpdate,
} from './team.ts';
import { updateMembership } from './update-membership.ts';

export const teamOperations = {
  listTeam: defineOperation({
    operationId: 'listTeam',
    access: access.people('read'),
    handle: async (ctx) => ok(await listTeam(ctx)),
  }),
  listUnownedClients: defineOperation({
    operationId: 'listUnownedClients',
    access: access.people('read'),
    query: z.strictObject({ name: z.string().max(200).optional() }),
    handle: async (ctx, { query }) => ok(await listUnownedClients(ctx, query.name ?? '')),
  }),
  createInvitation: defineOperation({
    operationId: 'createInvitation',
    access: access.people('write'),
    body: InvitationCreate,
    handle: async (ctx, { body, request }) => ok(await createInvitation(ctx, body, callersNetwork(request))),
  }),
  inviteFirstOwner: defineOperation({
    operationId: 'inviteFirstOwner',
    access: access.people('write'),
    params: pathId,
    body: FirstOwnerCreate,
    handle: async (ctx, { params, body, request }) =>
      ok(await inviteFirstOwner(ctx, params.id, body, callersNetwork(request))),
  }),
  resendInvitation: defineOperation({
    operationId: 'resendInvitation',
    access: access.people('write'),
    params: pathId,
    body: InvitationResend,
    handle: async (ctx, { params, body, request }) =>
      ok(await resendInvitation(ctx, params.id, body, callersNetwork(request))),
  }),
  cancelInvitation: defineOperation({
    operationId: 'cancelInvitation',
    access: access.people('write'),
    params: pathId,
    handle: async (ctx, { params }) => ok(cancelInvitation(ctx, params.id)),
  }),
  updateMembership: defineOperation({
    operationId: 'updateMembership',
    access: access.people('write'),
    params: pathId,
    body: MembershipUpdate,
    handle: async (ctx, { params, body }) => ok(await updateMembership(ctx, params.id, body)),
  }),
  setFactorRequirement: defineOperation({
    operationId: 'setFactorRequirement',
    access: access.people('write'),
    body: FactorRequirement,
    handle: async (ctx, { body }) => ok(await setFactorRequirement(ctx, body)),
  }),
  removeMember: defineOperation({
    operationId: 'removeMember',
    access: access.people('write'),
    params: pathId,
    handle: async (ctx, { params }) => ok(await removeMember(ctx, params.id)),
  }),
  leaveAccount: defineOperation({
    operationId: 'leaveAccount',
    access: access.people('read'),
    handle: async (ctx) => ok(await leaveAccount(ctx)),
  }),
};
