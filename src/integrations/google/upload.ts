// Uploads a video to the YouTube channel that Google keeps for the ad account. The file is streamed from our storage to
// Google, because it may be larger than the memory.
import * as z from 'zod';
import { tagged } from '../ads/intent-name.ts';
import type { AdSession, VideoState } from '../ads/platform.ts';
import type { VideoStep } from '../ads/steps.ts';
import { ask } from '../provider/ask.ts';
import { answered, headersOf, idIn, inAccount, inPath, search, VERSION } from './client.ts';
import { GOOGLE } from './outcome.ts';

/** The time limit for sending the bytes: large files take long. */
const UPLOAD_TIMEOUT_MS = 5 * 60_000;
const LONGEST_TITLE = 100;

const Uploaded = z.object({ resourceName: z.string() });

export async function uploadVideo(session: AdSession, step: VideoStep): Promise<{ id: string }> {
  const caller = inAccount(session);
  const timeoutMs = session.timeoutMs ?? UPLOAD_TIMEOUT_MS;
  const file = await opened(step.url, timeoutMs);
  const address = await begin(session, step, file);
  const { readable, writable } = new FixedLengthStream(file.size);
  // If the platform stops reading, the pipe fails, and only its response counts.
  file.body.pipeTo(writable).catch(() => undefined);
  const headers = {
    ...headersOf(caller),
    'X-Goog-Upload-Command': 'upload, finalize',
    'X-Goog-Upload-Offset': '0',
  };
  const sent = { method: 'POST', headers, body: readable };
  const answer = await ask(GOOGLE, address, sent, { writes: true, timeoutMs });
  return { id: idIn(answered(answer, Uploaded, true).resourceName) };
}

async function opened(url: string, timeoutMs: number) {
  const unavailable = () => GOOGLE.error('transient');
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { redirect: 'manual', signal }).catch(() => null);
  const size = Number(response?.headers.get('content-length') ?? Number.NaN);
  if (!response?.ok || !response.body || !Number.isSafeInteger(size) || size <= 0) {
    await response?.body?.cancel();
    throw unavailable();
  }
  return { size, body: response.body, type: response.headers.get('content-type') ?? 'video/mp4' };
}

/** Starts the upload and returns the URL for the bytes. */
async function begin(
  session: AdSession,
  step: VideoStep,
  file: { size: number; type: string; body: ReadableStream },
): Promise<URL> {
  try {
    const caller = inAccount(session);
    const path = `customers/${caller.customer}/youTubeVideoUploads:create`;
    const url = new URL(`${session.site.at.api}/resumable/upload/${VERSION}/${path}`);
    const room = LONGEST_TITLE - tagged('', step.intent).length;
    const videoTitle = tagged(step.name.slice(0, room).trimEnd(), step.intent);
    const headers = {
      ...headersOf(caller),
      'Content-Type': 'application/json',
      'X-Goog-Upload-Protocol': 'resumable',
      'X-Goog-Upload-Command': 'start',
      'X-Goog-Upload-Header-Content-Length': String(file.size),
      'X-Goog-Upload-Header-Content-Type': file.type,
    };
    const body = JSON.stringify({ customerId: caller.customer, youTubeVideoUpload: { videoTitle } });
    const timeoutMs = session.timeoutMs;
    const answer = await ask(GOOGLE, url, { method: 'POST', headers, body }, { writes: false, timeoutMs });
    answered(answer, z.unknown());
    return addressIn(answer.headers, url);
  } catch (error) {
    await file.body.cancel();
    throw error;
  }
}

/** The URL for the bytes receives the token, so it has to be on the host that was asked. */
function addressIn(headers: Headers, asked: URL): URL {
  const text = headers.get('x-goog-upload-url') ?? '';
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address?.origin !== asked.origin) throw GOOGLE.error('unreadable');
  return address;
}

const Row = z.object({ youTubeVideoUpload: z.object({ state: z.string().max(64) }) });
const FAILED = ['FAILED', 'REJECTED', 'UNAVAILABLE'];

/** YouTube creates a thumbnail itself. */
export async function videoState(session: AdSession, id: string): Promise<VideoState> {
  const upload = inPath(id, 'video');
  const query = `SELECT you_tube_video_upload.state FROM you_tube_video_upload WHERE you_tube_video_upload.video_upload_id = ${upload}`;
  const [row] = await search(inAccount(session), query, Row);
  if (!row) throw GOOGLE.error('not_found');
  const { state } = row.youTubeVideoUpload;
  const is = state === 'PROCESSED' ? 'ready' : FAILED.includes(state) ? 'failed' : 'processing';
  return { state: is, cover: null };
}
