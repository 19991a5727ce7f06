import * as z from 'zod';
import { defineRawRoute } from '../../../http/define-page.ts';
import { access, created, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { notFound } from '../../../kit/error.ts';
import { pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { createFile } from './create-file.ts';
import { File, FileCreate, FileUpdate, ListedStatus, Purposes } from './file.ts';
import { getFile, listFiles, presentFiles } from './get-file.ts';
import { putPart } from './put-part.ts';
import { serveFile } from './serve-file.ts';
import { updateFile } from './update-file.ts';

const ANYONE = ['account', 'creator'] as const;
const LINK = access.open('Links in records carry their own permission, a signature that ends after a while.');

export const fileRoutes = [
  defineRoute({
    operationId: 'createFile',
    method: 'POST',
    path: '/v1/files',
    tag: 'Files',
    summary: 'Upload a file',
    description:
      'The body is the raw bytes, up to 95 MiB, with their Content-Length. For larger files send `size` and no body: the answer lists the URLs to PUT the parts to; PATCH with `status: finished` closes the upload. What the file is, is read from its bytes. A video is shown by the still that you give as its `thumbnail`, now or later by PATCH: a picture of yours, uploaded with purpose=thumbnail.',
    access: access.writes(ANYONE),
    embeds: ['submissions.submit', 'messages.send'],
    query: FileCreate,
    bytes: 'The file.',
    idempotency: { none: 'The body is bytes, not JSON: an upload sent twice makes two files.' },
    output: File,
    status: [201],
    errors: ['length_required', 'payload_too_large', 'operation_rejected', 'conflict'],
    handle: async (ctx, { query, request }) => {
      const [file] = await presentFiles(ctx, [await createFile(ctx, query, request)]);
      return created(file!);
    },
  }),
  defineRoute({
    operationId: 'listFiles',
    method: 'GET',
    path: '/v1/files',
    tag: 'Files',
    summary: 'List files',
    access: access.reads(ANYONE),
    query: z.strictObject({ purpose: Purposes.optional(), status: ListedStatus.optional(), ...listQuery }),
    output: File,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listFiles(ctx, query)),
  }),
  defineRoute({
    operationId: 'getFile',
    method: 'GET',
    path: '/v1/files/:id',
    tag: 'Files',
    summary: 'Get a file',
    access: access.reads(ANYONE),
    embeds: ['submissions.submit', 'messages.send'],
    params: pathId,
    output: File,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getFile(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'updateFile',
    method: 'PATCH',
    path: '/v1/files/:id',
    tag: 'Files',
    summary: 'Finish an upload in parts, give a video its still, or delete a file',
    access: access.writes(ANYONE),
    embeds: ['submissions.submit', 'messages.send'],
    params: pathId,
    body: FileUpdate,
    output: File,
    status: [200],
    errors: ['not_found', 'version_conflict', 'conflict', 'operation_rejected'],
    handle: async (ctx, { params, body }) => {
      const [file] = await presentFiles(ctx, [await updateFile(ctx, params.id, body)]);
      return ok(file!);
    },
  }),
  defineRawRoute({
    operationId: 'serveFile',
    method: 'GET',
    path: '/files/:id',
    access: LINK,
    handle: (ctx, { params, request }) => serveFile(ctx, params.id!, request),
  }),
  defineRawRoute({
    operationId: 'putPart',
    method: 'PUT',
    path: '/files/:id/parts/:number',
    access: LINK,
    handle: async (ctx, { params, request }) => {
      const number = params.number!;
      if (!/^[1-9][0-9]{0,3}$/.test(number)) throw notFound('file');
      return Response.json({ data: await putPart(ctx, params.id!, Number(number), request) });
    },
  }),
];
