// Uploads files to Snapchat, which downloads nothing itself: a medium is created first, then its file is sent, at once
// or in parts.
import * as z from 'zod';
import { tag, tagged } from '../ads/intent-name.ts';
import type { AdSession } from '../ads/platform.ts';
import type { ImageStep, Intent, VideoStep } from '../ads/steps.ts';
import { allOf, entities, Id, send, snap } from './client.ts';
import { SNAPCHAT } from './outcome.ts';
import { accountOf } from './setup.ts';

const MB = 1_000_000;
const AT_ONCE = 32 * MB;
const MOST_PARTS = 32;
const SMALLEST_PART = 16 * MB;
export const LARGEST = MOST_PARTS * AT_ONCE;

export const Media = entities(
  'media',
  'media',
  z.object({ id: Id, name: z.string().max(1000), media_status: z.string().max(64) }),
);
type Medium = z.output<typeof Media>['items'][number];

/** A medium that an earlier try created, whether or not its file has arrived. */
export async function findMedium(session: AdSession, intent: Intent): Promise<Medium | null> {
  const account = accountOf(session);
  const fits = (one: Medium) => one.name.endsWith(tag(intent));
  const found = await allOf(
    (params) => snap(session, 'GET', `adaccounts/${account}/media`, Media, { params }),
    (items) => items.some(fits),
  );
  return found.find(fits) ?? null;
}

/** Reuses a medium whose earlier try ended before its file was sent. */
export async function upload(session: AdSession, step: VideoStep | ImageStep): Promise<{ id: string }> {
  const begun = await findMedium(session, step.intent);
  const medium = begun ?? (await makeMedium(session, step));
  if (medium.media_status !== 'PENDING_UPLOAD') return { id: medium.id };
  if (step.kind === 'image') await sendWhole(session, medium.id, step.bytes, 'image/jpeg');
  else await sendVideo(session, medium.id, step.url);
  return { id: medium.id };
}

async function makeMedium(session: AdSession, step: VideoStep | ImageStep): Promise<Medium> {
  const account = accountOf(session);
  const name = tagged(step.name, step.intent);
  const item = { name, type: step.kind === 'video' ? 'VIDEO' : 'IMAGE', ad_account_id: account };
  const body = { media: [item] };
  const made = await snap(session, 'POST', `adaccounts/${account}/media`, Media, { body });
  const [medium] = made.items;
  if (!medium) throw SNAPCHAT.error('unreadable', { mayHaveHappened: true });
  return medium;
}

const Uploaded = z.object({ result: z.object({ id: Id }) });

async function sendWhole(session: AdSession, id: string, bytes: Uint8Array, type: string): Promise<void> {
  const body = new FormData();
  body.set('file', fileOf(bytes, type));
  await snap(session, 'POST', `media/${id}/upload`, Uploaded, { body });
}

const fileOf = (bytes: Uint8Array, type: string) =>
  new File([bytes as Uint8Array<ArrayBuffer>], `file.${type.split('/')[1]}`, { type });

/** Only one part of the file is in memory at a time. */
async function sendVideo(session: AdSession, id: string, url: string): Promise<void> {
  const { size, type, next } = await openFile(url);
  if (size <= AT_ONCE) return await sendWhole(session, id, await next(size), type);
  const partSize = Math.max(SMALLEST_PART, Math.ceil(size / MOST_PARTS));
  const number_of_parts = Math.ceil(size / partSize);
  const file_name = `file.${type.split('/')[1]}`;
  const begun = await snap(session, 'POST', `media/${id}/multipart-upload-v2`, Begun, {
    params: { action: 'INIT' },
    body: formOf({ file_name, file_size: size, number_of_parts }),
  });
  const { upload_id } = begun;
  for (let part = 1; part <= number_of_parts; part++) {
    const bytes = await next(Math.min(partSize, size - (part - 1) * partSize));
    const body = formOf({ upload_id, part_number: part });
    body.set('file', fileOf(bytes, type));
    await send(session, 'POST', hostOf(session) + begun.add_path, z.unknown(), { body });
  }
  const body = formOf({ upload_id, file_name });
  await send(session, 'POST', hostOf(session) + begun.finalize_path, Uploaded, { body });
}

const hostOf = ({ site }: AdSession) => site.at.api;

/**
 * The platform returns the path for the parts. Only its own upload paths are accepted, so that the file goes nowhere
 * else.
 */
const UploadPath = z
  .string()
  .regex(/^\/(?:[a-z]{2}\/)?v1\/media\/[0-9a-f-]{36}\/multipart-upload-v2\?action=\w+$/);
const Begun = z.object({
  upload_id: z.string().min(1).max(1000),
  add_path: UploadPath,
  finalize_path: UploadPath,
});

function formOf(fields: Record<string, string | number>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  return form;
}

const TYPES = ['video/mp4', 'video/quicktime'];

interface OpenFile {
  size: number;
  type: string;
  /** Reads the next `bytes` bytes. */
  next(bytes: number): Promise<Uint8Array>;
}

/** Opens our own file. If it cannot be read, the AdError lets the caller retry. */
async function openFile(url: string): Promise<OpenFile> {
  const lost = () => SNAPCHAT.error('transient');
  const response = await fetch(url, { redirect: 'manual' }).catch(() => null);
  const size = Number(response?.headers.get('content-length') ?? Number.NaN);
  if (response?.status !== 200 || !response.body || !Number.isSafeInteger(size) || size < 1) throw lost();
  if (size > LARGEST) throw SNAPCHAT.error('invalid', { field: 'file' });
  const reader = response.body.getReader();
  let rest = new Uint8Array();
  const next = async (bytes: number) => {
    const whole = new Uint8Array(bytes);
    for (let at = 0; at < bytes; ) {
      if (rest.length === 0) {
        const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
        if (done || !value) throw lost();
        rest = value as Uint8Array<ArrayBuffer>;
      }
      const piece = rest.subarray(0, bytes - at);
      whole.set(piece, at);
      at += piece.length;
      rest = rest.subarray(piece.length);
    }
    return whole;
  };
  const told = response.headers.get('content-type')?.split(';')[0] ?? '';
  return { size, type: TYPES.includes(told) ? told : TYPES[0]!, next };
}
