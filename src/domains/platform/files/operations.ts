// What the pages run besides the routes.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, created } from '../../../http/define-route.ts';
import { createFile } from './create-file.ts';
import { FileCreate } from './file.ts';
import { presentFiles } from './get-file.ts';

export const fileOperations = {
  /** The same as POST /v1/files, for a file that was uploaded by a form, or with `size` for one that comes in parts. */
  createFile: defineOperation({
    operationId: 'createFile',
    access: access.writes(['account', 'creator']),
    query: FileCreate,
    body: z.instanceof(Uint8Array).optional(),
    idempotency: { none: 'The body is bytes, not JSON: an upload sent twice makes two files.' },
    handle: async (ctx, { query, body }) => {
      const bytes = body as Uint8Array<ArrayBuffer> | undefined;
      const headers = { 'Content-Length': String(bytes?.byteLength ?? 0) };
      const request = new Request('https://form.invalid/', { method: 'POST', headers, body: bytes ?? null });
      const [file] = await presentFiles(ctx, [await createFile(ctx, query, request)]);
      return created(file!);
    },
  }),
};
