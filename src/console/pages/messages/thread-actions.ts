// What the forms of a thread do.
import { invalidField } from '../../../kit/error.ts';
import type { FormInput } from '../../forms.ts';
import type { Outcome } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { requireReady, uploadFile } from '../uploads.ts';

/** As many as a message takes: each is asked for. */
const MOST_FILES = 10;

export const threadParams = ({ params }: PlaceVisit) => ({ id: params.thread ?? '' });

/** The thread again, without what the URL asked about one message. A part is answered by a part. */
function back(at: PlaceVisit, said?: string): Response {
  const query = new URLSearchParams(at.given('q', 'kind', 'part'));
  return at.go(at.url.pathname + (query.size > 0 ? `?${query}` : ''), said);
}

/** Changes the place's own state in the thread. */
async function change(at: PlaceVisit, body: object, said?: string): Promise<Outcome> {
  await at.run('PATCH /v1/threads/:id', { params: threadParams(at), body });
  return back(at, said);
}

async function changeMessage(at: PlaceVisit, id: string, body: object, said?: string): Promise<Outcome> {
  await at.run('PATCH /v1/messages/:id', { params: { id }, body });
  return back(at, said);
}

/** The form's ID names the message and the emoji. */
async function react(at: PlaceVisit, form: FormInput, reacted: boolean): Promise<Outcome> {
  const [message = '', emoji] = form.raw('_id').split(' ');
  return await changeMessage(at, message, { emoji, reacted });
}

export const THREAD_ACTIONS = {
  send: async (at: PlaceVisit, form: FormInput): Promise<Outcome> => {
    const file = await form.fileOrNull('file');
    const attached = form.all('attached');
    if (attached.length > MOST_FILES - (file ? 1 : 0))
      throw invalidField('/file', `A message takes ${MOST_FILES} files.`);
    const files = [...attached, ...(file ? [await uploadFile(at, 'chat_attachment', file)] : [])];
    form.keep('attached', files);
    for (const id of files) await requireReady(at, form, id);
    await at.run('POST /v1/messages', {
      body: {
        thread: threadParams(at).id,
        body: form.text('body'),
        files,
        replyTo: form.orNull('replyTo'),
      },
    });
    return back(at);
  },
  react: (at: PlaceVisit, form: FormInput) => react(at, form, true),
  unreact: (at: PlaceVisit, form: FormInput) => react(at, form, false),
  edit: (at: PlaceVisit, form: FormInput) =>
    changeMessage(at, form.raw('_id'), { version: form.version, body: form.text('body') }),
  delete: (at: PlaceVisit, form: FormInput) =>
    changeMessage(at, form.raw('_id'), { version: form.version, deleted: true }),
  report: (at: PlaceVisit, form: FormInput) => {
    const report = { reason: form.text('reason'), note: form.optional('note') };
    return changeMessage(at, form.raw('_id'), { report }, 'Reported. We look at it.');
  },
  mark: (at: PlaceVisit, form: FormInput) => change(at, { read: form.text('read') }),
  mute: (at: PlaceVisit) => change(at, { muted: true }, 'Muted.'),
  unmute: (at: PlaceVisit) => change(at, { muted: false }, 'Not muted any more.'),
  block: (at: PlaceVisit) => change(at, { blocked: true }, 'Blocked.'),
  unblock: (at: PlaceVisit) => change(at, { blocked: false }, 'Not blocked any more.'),
  /** For the page's script: what opens one socket. */
  ticket: async (at: PlaceVisit): Promise<Outcome> => {
    const params = threadParams(at);
    const { ticket } = await at.run('POST /v1/threads/:id/live-tickets', { params, body: {} });
    return Response.json({ url: `/v1/threads/${params.id}/live`, ticket });
  },
};
