// In a module of its own: what only uploads attachments does not load it.
import { frameOf } from '../uploads/frame-of.ts';
import { startUpload } from '../uploads/upload.ts';
import type { Client } from './client.ts';
import { uploadCalls } from './upload-calls.ts';

/** Gives an uploaded video a cover picture, which is taken from it. Rejects as `client` does. */
export async function giveCover(client: Client, id: string, video: File): Promise<void> {
  const frame = await frameOf(video);
  if (frame === null) return;
  const { done } = startUpload(uploadCalls(client, 'thumbnail'), frame.picture, () => {});
  await client.send('PATCH', `/v1/files/${id}`, { thumbnail: await done });
}
