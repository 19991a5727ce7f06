// Videos, by the resumable upload of Google's APIs: a request that begins a session, and one with the bytes.
import { type Json, read, refuse, required } from './wire.ts';
import type { Node, World } from './world.ts';

const PROCESSING = 30_000;
const MESSAGE = {
  customerId: 'string',
  youTubeVideoUpload: {
    ...({ channelId: 'string', videoTitle: 'string', videoDescription: 'string' } as const),
    videoPrivacy: { of: ['PUBLIC', 'UNLISTED'] },
  },
} as const;

const asked = (request: Request, name: string) => request.headers.get(`x-goog-upload-${name}`) ?? '';

/** @param origin where the session's address begins. */
export function startUpload(
  world: World,
  customer: Node,
  request: Request,
  body: Json,
  origin: string,
): Response {
  if (asked(request, 'protocol') !== 'resumable' || asked(request, 'command') !== 'start')
    throw refuse('requestError.REQUIRED_FIELD_MISSING', 'X-Goog-Upload-Protocol and -Command are needed.');
  const { youTubeVideoUpload: upload } = read(body, MESSAGE as never, '');
  required({ upload }, [], 'upload');
  required(upload, ['youTubeVideoUpload'], 'videoTitle');
  if (upload.channelId === undefined && upload.videoPrivacy === 'PUBLIC')
    throw refuse('fieldError.INVALID_VALUE', 'Only UNLISTED on the managed channel.', {
      place: ['youTubeVideoUpload', 'videoPrivacy'],
    });
  const size = Number(asked(request, 'header-content-length') || Number.NaN);
  const session = { id: `session ${world.newId()}`, size, received: 0, upload };
  world.add('session', customer.id, session);
  return new Response(null, {
    headers: {
      'X-Goog-Upload-URL': `${origin}/${session.id.split(' ')[1]}`,
      'X-Goog-Upload-Status': 'active',
      'X-Goog-Upload-Chunk-Granularity': '262144',
    },
  });
}

/** The bytes, in one piece or several. */
export async function takeBytes(world: World, id: string, request: Request): Promise<Response> {
  const found = world.find(`session ${id}`);
  const commands = asked(request, 'command')
    .split(',')
    .map((one) => one.trim());
  if (!found || found.node._done) return new Response('Not found', { status: 404 });
  const { node } = found;
  if (!commands.includes('upload') || Number(asked(request, 'offset')) !== node.received)
    return new Response('Bad request', { status: 400 });
  let received: number = node.received;
  for await (const chunk of request.body ?? []) received += (chunk as Uint8Array).byteLength;
  const headers = { 'X-Goog-Upload-Status': commands.includes('finalize') ? 'final' : 'active' };
  if (!commands.includes('finalize')) {
    world.save({ ...node, received });
    return new Response(null, { headers });
  }
  if (received === 0 || (Number.isFinite(node.size) && received !== node.size))
    return new Response('The upload is not whole.', { status: 400 });
  world.save({ ...node, received, _done: true });
  const failing = world.setting('videosFail', 0);
  if (failing > 0) world.set('videosFail', failing - 1);
  const uploadId = world.newId();
  const name = `customers/${found.parent}/youTubeVideoUploads/${uploadId}`;
  const videoId = `v${uploadId.slice(-10)}`;
  const ready = world.now() + world.setting('processing', PROCESSING);
  world.add('upload', found.parent, {
    id: name,
    videoId,
    ...node.upload,
    _ready: ready,
    _failed: failing > 0,
    _bytes: received,
  });
  world.count('create youTubeVideoUpload');
  return Response.json({ resourceName: name }, { headers });
}
