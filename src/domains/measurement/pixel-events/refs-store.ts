// What the main database knows about the IDs and codes that events name, for one batch, in one round trip.
import type { Env } from '../../../env.ts';
import type { ConversionRule } from '../conversions/rule.ts';
import { normalizeCode, type Refs } from './attribute.ts';
import type { PixelEventBody } from './event-body.ts';

interface RuleRow {
  id: string;
  account_id: string;
  event_name: string;
  page_url_contains: string | null;
  min_value_cents: number | null;
  min_value_currency: string | null;
  attribution_window_days: number;
  pay_browser_events: number;
  created_at: number;
}

const READ_RULES = `SELECT c.* FROM json_each(?1) j JOIN conversions c ON c.account_id = j.value
  WHERE c.status = 'active' ORDER BY c.id`;

const READ_SUBMISSIONS = `SELECT id, account_id AS account, creator_id AS creator FROM submissions
  WHERE id IN (SELECT value FROM json_each(?1))`;

const READ_CAMPAIGNS = `SELECT id, account_id AS account FROM campaigns WHERE id IN (SELECT value FROM json_each(?1))`;

const READ_CODES = `SELECT c.account_id AS account, c.kind, c.code, c.creator_id AS creator FROM json_each(?1) j
  JOIN creator_codes c ON c.account_id = j.value ->> 0 AND c.kind = j.value ->> 1 AND c.code = j.value ->> 2`;

export interface Named {
  accountId: string;
  body: PixelEventBody;
}

/** The conversions of the events' accounts, and whatever the events name. */
export async function loadRefs(env: Env, events: Named[]): Promise<{ rules: ConversionRule[]; refs: Refs }> {
  const accounts = new Set<string>();
  const links = new Set<string>();
  const codes: string[][] = [];
  for (const { accountId, body } of events) {
    accounts.add(accountId);
    for (const id of [
      body.serviceId,
      body.campaign,
      body.attributionId,
      body.landing?.serviceId,
      body.landing?.campaign,
    ]) {
      if (id !== undefined) links.add(id);
    }
    if (body.creatorCode !== undefined) codes.push([accountId, 'creator', normalizeCode(body.creatorCode)]);
    if (body.discountCode !== undefined)
      codes.push([accountId, 'discount', normalizeCode(body.discountCode)]);
  }
  const linksJson = JSON.stringify([...links]);
  const statements = [env.DB.prepare(READ_RULES).bind(JSON.stringify([...accounts]))];
  if (links.size > 0) {
    statements.push(
      env.DB.prepare(READ_SUBMISSIONS).bind(linksJson),
      env.DB.prepare(READ_CAMPAIGNS).bind(linksJson),
    );
  }
  if (codes.length > 0) statements.push(env.DB.prepare(READ_CODES).bind(JSON.stringify(codes)));
  const results = await env.DB.batch(statements);
  const submissions = new Map<string, { creator: string }>();
  const campaigns = new Set<string>();
  const owners = new Map<string, { creator: string }>();
  if (links.size > 0) {
    for (const row of results[1]!.results as { id: string; account: string; creator: string }[]) {
      submissions.set(`${row.account} ${row.id}`, { creator: row.creator });
    }
    for (const row of results[2]!.results as { id: string; account: string }[])
      campaigns.add(`${row.account} ${row.id}`);
  }
  if (codes.length > 0) {
    for (const row of results.at(-1)!.results as {
      account: string;
      kind: string;
      code: string;
      creator: string;
    }[]) {
      owners.set(`${row.account} ${row.kind} ${row.code}`, { creator: row.creator });
    }
  }
  return {
    rules: (results[0]!.results as RuleRow[]).map(toRule),
    refs: {
      submission: (account, id) => submissions.get(`${account} ${id}`),
      campaign: (account, id) => campaigns.has(`${account} ${id}`),
      code: (account, kind, code) => owners.get(`${account} ${kind} ${code}`),
    },
  };
}

function toRule(row: RuleRow): ConversionRule {
  return {
    id: row.id,
    accountId: row.account_id,
    eventName: row.event_name,
    pageUrlContains: row.page_url_contains,
    minValueCents: row.min_value_cents,
    minValueCurrency: row.min_value_currency,
    attributionWindowDays: row.attribution_window_days,
    payBrowserEvents: row.pay_browser_events === 1,
    createdAt: row.created_at,
  };
}
