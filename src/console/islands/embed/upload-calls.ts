// How a frame uploads a file.
import { frameOf } from '../uploads/frame-of.ts';
import { type SentFile, startUpload, type UploadCalls, uploadQuery } from '../uploads/upload.ts';
import type { Client } from './client.ts';

export const uploadCalls = (client: Client, purpose: string): UploadCalls => {
  const change = (id: string, status: string) =>
    client.send<SentFile>('PATCH', `/v1/files/${id}`, { status });
  return {
    open: (file) => client.send<SentFile>('POST', `/v1/files?${uploadQuery(file, purpose)}`, null),
    read: (id) => client.get<SentFile>(`/v1/files/${id}`),
    finish: (id) => change(id, 'finished'),
    remove: (id) => change(id, 'deleted'),
  };
};

/** Gives an uploaded video a cover picture, which is taken from it. Rejects as `client` does. */
export async function giveCover(client: Client, id: string, video: File): Promise<void> {
  const frame = await frameOf(video);
  if (frame === null) return;
  const { done } = startUpload(uploadCalls(client, 'thumbnail'), frame.picture, () => {});
  await client.send('PATCH', `/v1/files/${id}`, { thumbnail: await done });
}
