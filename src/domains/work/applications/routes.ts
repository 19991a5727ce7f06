import * as z from 'zod';
import { access, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { id, pathId } from '../../../resource/fields.ts';
import { clientScope, commaList, listQuery, sortQuery } from '../../../resource/list-page.ts';
import { evidenceOf } from '../agreement-rules/interface.ts';
import { APPLICATION_STATUSES, Application, ApplicationCreate, ApplicationUpdate } from './application.ts';
import { createApplication } from './create-application.ts';
import { getApplication, listApplications } from './get-application.ts';
import { updateApplication } from './update-application.ts';

export const applicationRoutes = [
  defineRoute({
    operationId: 'createApplication',
    method: 'POST',
    path: '/v1/applications',
    tag: 'Applications',
    summary: 'Invite a creator, or as a creator apply',
    description:
      'An invitation to a program without agreements is approved at once; who applies may accept them by it (acceptAgreements). 200 when a withdrawn application was opened again.',
    access: access.writes(EVERYONE),
    logged: true,
    embeds: ['programs.apply'],
    body: ApplicationCreate,
    output: Application,
    status: [201, 200],
    errors: ['conflict', 'version_conflict', 'operation_rejected'],
    handle: async (ctx, { body, request }) => {
      const { application, opened } = await createApplication(ctx, body, evidenceOf(request));
      return { status: opened ? 200 : 201, data: application };
    },
  }),
  defineRoute({
    operationId: 'listApplications',
    method: 'GET',
    path: '/v1/applications',
    tag: 'Applications',
    summary: 'List applications',
    access: access.reads(EVERYONE),
    embeds: ['programs', 'submissions', 'onboarding'],
    query: z.strictObject({
      program: id('program').optional(),
      creator: id('creator').optional(),
      status: commaList(APPLICATION_STATUSES),
      scope: clientScope,
      ...sortQuery,
      ...listQuery,
    }),
    output: Application,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listApplications(ctx, query)),
  }),
  defineRoute({
    operationId: 'getApplication',
    method: 'GET',
    path: '/v1/applications/:id',
    tag: 'Applications',
    summary: 'Get an application',
    access: access.reads(EVERYONE),
    embeds: ['programs', 'onboarding'],
    params: pathId,
    output: Application,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getApplication(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateApplication',
    method: 'PATCH',
    path: '/v1/applications/:id',
    tag: 'Applications',
    summary: "Decide on an application, or set the creator's own pay",
    description:
      'pending reopens, approved approves (or, for the creator, accepts the agreements), rejected rejects or removes, withdrawn withdraws. acceptAgreements accepts what is open and changes no status.',
    access: access.writes(EVERYONE),
    logged: true,
    embeds: ['programs.apply', 'onboarding.agreements'],
    params: pathId,
    body: ApplicationUpdate,
    output: Application,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { params, body, request }) =>
      ok(await updateApplication(ctx, params.id, body, evidenceOf(request))),
  }),
];
