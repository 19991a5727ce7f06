// Sends requests of every kind to every operation of openapi.json. Each response must be documented, match
// its schema, show no fault of ours and no other account's records, and treat another account's ID like an
// unknown one. The same seed makes the same requests, but their effects depend on earlier ones.

import { seeded } from '../random.ts';
import { schemaProblem } from './check-schema.ts';
import { Document, type OpenApi, type Operation } from './document.ts';
import { type FuzzRequest, type Pair, Requests } from './requests.ts';
import type { Tenant } from './tenants.ts';
import { Values } from './values.ts';

export interface FuzzAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Rejects when there is no response. */
export type Send = (request: FuzzRequest) => Promise<FuzzAnswer>;

export interface Finding {
  /** The number of the request, from 0. */
  number: number;
  what: string;
  request: FuzzRequest;
  status: number | null;
  text: string;
}

export interface FuzzResult {
  findings: Finding[];
  /** For each operation, how many responses were 2xx, and how many there were. */
  tally: Map<string, { well: number; all: number }>;
}

interface FuzzOptions {
  openapi: OpenApi;
  tenants: readonly [Tenant, Tenant];
  send: Send;
  requests: number;
  seed: number;
  atOnce: number;
}

export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const document = new Document(options.openapi);
  const random = seeded(options.seed);
  const requests = new Requests(random, new Values(document, random));
  const result: FuzzResult = { findings: [], tally: new Map() };
  let number = 0;
  const worker = async () => {
    while (number < options.requests) {
      const own = number++;
      const operation = document.operations[own % document.operations.length]!;
      const [tenant, other] = random.chance(0.5) ? options.tenants : options.tenants.toReversed();
      const pair = requests.make(operation, tenant!, other!);
      if (pair.twin) number++;
      const found = (what: string, request: FuzzRequest, answer?: FuzzAnswer) =>
        result.findings.push({
          number: own,
          what,
          request,
          status: answer?.status ?? null,
          text: answer?.text.slice(0, 600) ?? '',
        });
      await once(options.send, { document, operation, tenant: tenant!, other: other!, pair, found, result });
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, worker));
  return result;
}

interface Step {
  document: Document;
  operation: Operation;
  tenant: Tenant;
  other: Tenant;
  pair: Pair;
  found: (what: string, request: FuzzRequest, answer?: FuzzAnswer) => void;
  result: FuzzResult;
}

async function once(send: Send, step: Step): Promise<void> {
  const { pair, found } = step;
  try {
    const twin = pair.twin && (await send(pair.twin));
    if (twin) judge(step, pair.twin!, twin);
    const answer = await send(pair.request);
    judge(step, pair.request, answer);
    const difference = twin && differenceOf(pair, answer, twin);
    if (difference)
      found(`an ID of somebody else is not as one of nobody: ${difference}`, pair.request, answer);
  } catch (error) {
    const { message, cause } = error as Error;
    found(`no answer: ${message}${cause === undefined ? '' : ` (${String(cause)})`}`, pair.request);
  }
}

function judge(step: Step, request: FuzzRequest, answer: FuzzAnswer): void {
  const { operation, tenant, found, result } = step;
  const tally = result.tally.get(operation.id) ?? { well: 0, all: 0 };
  result.tally.set(operation.id, tally);
  tally.all++;
  if (answer.status < 300) tally.well++;
  if (answer.status < 300) publish(tenant, answer);
  const problem = problemOf(step, request, answer);
  if (problem !== null) found(problem, request, answer);
  else if (answer.status === 201) tenant.add(idIn(answer));
}

/** Everything that the network shows is public. */
function publish(tenant: Tenant, { text }: FuzzAnswer): void {
  if (!text.includes('"visibility":"network"')) return;
  const { data } = JSON.parse(text) as { data: unknown };
  for (const record of [data].flat()) {
    if ((record as { visibility?: string }).visibility === 'network') tenant.publish(JSON.stringify(record));
  }
}

/** The ID of the created record, if it has one. */
function idIn(answer: FuzzAnswer): string {
  return String((JSON.parse(answer.text) as { data: { id?: string } }).data.id);
}

function problemOf(step: Step, request: FuzzRequest, { status, headers, text }: FuzzAnswer): string | null {
  const { document, operation, tenant, other } = step;
  if (!headers.has('Request-Id')) return 'no Request-Id';
  const documented = operation.answers.get(status);
  if (status === 500) return 'a fault of ours';
  // Any request may be malformed, of a wrong type or too large, and an odd ID may change the path.
  if (!documented) return [400, 404, 405, 413, 415].includes(status) ? null : 'its status is not documented';
  let body: { error?: { code: string } };
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    return 'no JSON';
  }
  const problem = documented.schema && schemaProblem(document, documented.schema, body);
  if (problem) return `not its schema: ${problem}`;
  if (status >= 400) {
    const { code } = body.error!;
    return documented.codes.includes(code) ? null : `its code ${code} is not documented`;
  }
  tenant.wrote(`${request.path} ${request.headers['Service-Account']} ${request.body}`);
  const shown = other.all().find((id) => text.includes(id) && !tenant.hasWritten(id));
  return shown === undefined ? null : `it shows ${shown} of somebody else`;
}

/** How the response for another account's ID differs from the response for an unknown ID. */
function differenceOf(pair: Pair, answer: FuzzAnswer, twin: FuzzAnswer): string | null {
  // The effect of the first request may conflict with the second.
  if (twin.status < 300 && answer.status === 409) return null;
  if (answer.status === 429 || twin.status === 429) return null;
  if (answer.status !== twin.status)
    return `${answer.status}, not ${twin.status}: ${twin.text.slice(0, 200)}`;
  if (answer.status < 300) return null;
  const [said, twinSaid] = [answer.text, twin.text].map((text) =>
    text
      .replaceAll(/req_\w+/g, '')
      .replaceAll(/\b[a-z]+_[0-9a-z]{26}\b/g, 'ID')
      .replaceAll(/"requestId":"[^"]*"/g, ''),
  );
  return said === twinSaid || pair.foreign === null ? null : `${twinSaid!.slice(0, 300)}`;
}
