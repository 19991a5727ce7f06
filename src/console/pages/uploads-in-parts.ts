// What the script of an upload (islands/video-upload.ts) asks for: its answers are JSON, also refusals. The parts themselves go
// to their signed links.
import { fileOperations } from '../../domains/platform/files/operations.ts';
import { AppError } from '../../kit/error.ts';
import type { FormInput } from '../forms.ts';
import type { PlaceVisit } from '../visit.ts';

type Asked = (at: PlaceVisit, form: FormInput) => Promise<unknown>;

const change =
  (status: 'finished' | 'deleted'): Asked =>
  (at, form) =>
    at.run('PATCH /v1/files/:id', { params: { id: form.text('id') }, body: { status } });

const ASKED: ReadonlyMap<string, Asked> = new Map(
  Object.entries<Asked>({
    open: (at, form) =>
      at.run(fileOperations.createFile, {
        query: {
          purpose: 'submission',
          size: form.text('size') || '0',
          partSize: form.text('partSize'),
          name: form.optional('name'),
        } as never,
      }),
    read: (at, form) => at.run('GET /v1/files/:id', { params: { id: form.text('id') } }),
    finish: change('finished'),
    remove: change('deleted'),
  }),
);

export async function upload(at: PlaceVisit, form: FormInput): Promise<Response> {
  try {
    const asked = ASKED.get(form.text('do'));
    if (!asked) throw new AppError('invalid_request', 'An upload is opened, read, finished or removed.');
    return Response.json(await asked(at, form), { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { code, message, status } = error;
    return Response.json({ code, message }, { status, headers: { 'Cache-Control': 'no-store' } });
  }
}
