// In a module of its own: what only uploads attachments does not load it.
import type { Frame } from '../uploads/frame-of.ts';
import { startUpload, type Upload } from '../uploads/upload.ts';
import type { Client } from './client.ts';
import { uploadCalls } from './upload-calls.ts';

/** A video is submitted without a cover picture that takes longer. */
const PATIENCE_MS = 10_000;

/** Gives an uploaded video a cover picture which is taken from it, if that can be done soon. */
export async function giveCover(client: Client, id: string, taken: Promise<Frame | null>): Promise<void> {
  let upload: Upload | null = null;
  const given = (async () => {
    const frame = await taken;
    if (frame === null) return;
    upload = startUpload(uploadCalls(client, 'thumbnail'), frame.picture, () => {});
    await client.send('PATCH', `/v1/files/${id}`, { thumbnail: await upload.done });
  })().catch(() => {});
  const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), PATIENCE_MS));
  if ((await Promise.race([given, late])) === 'late')
    void (upload as Upload | null)?.cancel().catch(() => {});
}
