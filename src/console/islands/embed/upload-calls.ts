// How a frame uploads a file.
import { type SentFile, type UploadCalls, uploadQuery } from '../uploads/upload.ts';
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
