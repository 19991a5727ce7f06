// Writes a handler's answer as it is sent.
import { accepts } from 'hono/accepts';
import type { CsvTable } from '../kit/csv.ts';
import type { Answer, ApiRoute, Envelope } from './define-route.ts';
import type { AnswerHeaders, C } from './hono-env.ts';

export function statusOf(answer: Answer<unknown>): number {
  return 'data' in answer ? answer.status : 200;
}

/** The body as JSON, in the route's envelope. */
export function bodyOf(route: ApiRoute, answer: Answer<unknown>): string {
  if ('written' in answer) return listOf(route.envelope, answer.written);
  if ('list' in answer) {
    const { items, nextCursor } = answer.list;
    return route.envelope === 'data'
      ? JSON.stringify({ data: items, nextCursor })
      : recordOf(route.envelope, { items, nextCursor });
  }
  return recordOf(route.envelope, answer.data);
}

function recordOf(envelope: Envelope, data: unknown): string {
  if (envelope === 'bare') return JSON.stringify(data);
  return JSON.stringify(envelope === 'ok' ? { ok: true, data } : { data });
}

/** A list page whose items are JSON texts already. */
function listOf(envelope: Envelope, page: { items: readonly string[]; nextCursor: string | null }): string {
  const items = `[${page.items.join(',')}]`;
  const cursor = `"nextCursor":${JSON.stringify(page.nextCursor)}`;
  if (envelope === 'data') return `{"data":${items},${cursor}}`;
  const list = `{"items":${items},${cursor}}`;
  return envelope === 'ok' ? `{"ok":true,"data":${list}}` : list;
}

export function answerJson(c: C, body: string, status: number, more: AnswerHeaders = {}): Response {
  const headers = { 'Content-Type': 'application/json', ...c.get('headers'), ...more };
  return new Response(body, { status, headers });
}

const CSV = 'text/csv';
const JSON_TYPE = 'application/json';

/** Whether the caller would rather have a table than JSON. */
export const acceptsCsv = (c: C): boolean =>
  accepts(c, { header: 'Accept', supports: [JSON_TYPE, CSV], default: JSON_TYPE }) === CSV;

/** If a part of the table can't be read, the connection is cut, so that half a table is not taken for all of it. */
export async function answerCsv(table: CsvTable, headers: AnswerHeaders): Promise<Response> {
  const { csvStream } = await import('../kit/csv.ts');
  const type = { 'Content-Type': `${CSV}; charset=utf-8; header=present` };
  return new Response(csvStream(table), { headers: { ...headers, ...type } });
}
