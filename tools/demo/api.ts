// Calls the API as a customer's program does.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchLocal } from './fetch-local.ts';

/** Long enough for a busy machine: a call that hangs is reported and tried again. */
const PROCESSED_MS = 120_000;

export interface Caller {
  key: string;
  /** The creator or client brand to act as. */
  as?: string;
}

/** The fields of records that the demo reads. */
export interface ApiRecord {
  id: string;
  status: string;
  failure?: { message: string } | null;
}

/** Calls the API. Throws for any status except 2xx. */
export async function callApi<T = ApiRecord>(
  url: string,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  caller: Caller,
  body?: unknown,
  idempotencyKey?: string,
): Promise<T> {
  const headers = new Headers({ Authorization: `Bearer ${caller.key}` });
  if (caller.as) headers.set('Service-Account', caller.as);
  if (method === 'POST') headers.set('Idempotency-Key', idempotencyKey ?? randomUUID());
  const raw = body instanceof Blob;
  if (body !== undefined) headers.set('Content-Type', raw ? 'application/octet-stream' : 'application/json');
  const response = await fetchLocal(url, {
    method,
    headers,
    body: raw ? body : body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status} ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}

/** Uploads one of the demo's media files and waits until it is processed. @returns its ID. */
export async function uploadMedia(
  baseUrl: string,
  caller: Caller,
  purpose: string,
  name: string,
  thumbnail?: string,
): Promise<string> {
  const query = new URLSearchParams({ purpose, name, ...(thumbnail === undefined ? {} : { thumbnail }) });
  const bytes = new Blob([await readFile(join(import.meta.dirname, 'media', name))]);
  let file = await callApi(`${baseUrl}/v1/files?${query}`, 'POST', caller, bytes);
  const until = Date.now() + PROCESSED_MS;
  while (file.status !== 'ready') {
    if (file.status === 'failed') throw new Error(`${name}: ${file.failure?.message}`);
    if (Date.now() > until) throw new Error(`${name} was not processed within ${PROCESSED_MS / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    file = await callApi(`${baseUrl}/v1/files/${file.id}`, 'GET', caller);
  }
  return file.id;
}
