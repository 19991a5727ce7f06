// Attribution as a pure function: the last touch inside the window, by the first rule that finds one.
import { DAY_MS } from '../../../kit/time.ts';
import type { ClickIds, HashedUser, IncomingEvent } from '../../../pixel/event-body.ts';
import { CREDIT_RULES, type Credit, type CreditRule, type Miss } from '../credit-targets/credit.ts';

/** Looks up in the account's records the IDs and codes that events name. */
export interface Refs {
  submission(account: string, id: string): { creator: string } | undefined;
  campaign(account: string, id: string): boolean;
  code(account: string, kind: 'creator' | 'discount', code: string): { creator: string } | undefined;
}

export interface Touch {
  at: number;
  eventId: string;
  submission: string | null;
  campaign: string | null;
  creator: string | null;
}

/** The last touch of `key` at or before `at` on the account's pixels, ignoring the touches of the event `except`. */
export type LastTouch = (account: string, key: string, at: number, except: string) => Touch | undefined;

export type Attributable = Pick<IncomingEvent, 'id' | 'occurredAt' | 'body'> & { accountId: string };

type Found = Pick<Credit, 'submission' | 'campaign' | 'creator' | 'code'> & { touchedAt: number };
type Attempt = Found | Miss;

/** Codes are compared in lower case and without surrounding spaces. */
export function normalizeCode(code: string): string {
  return code.trim().toLowerCase();
}

/** The keys under which a person's landings are stored and looked up. */
export function userKeys(user: Pick<HashedUser, 'email' | 'phone' | 'externalId'>): string[] {
  return (['email', 'phone', 'externalId'] as const).flatMap((field) =>
    user[field] === undefined ? [] : [`${field}:${user[field]}`],
  );
}

/** The keys under which an event's landing is stored and looked up: attribution ID, click IDs, user. */
export function touchKeys(
  event: Pick<IncomingEvent, 'body'>,
): Record<'attribution_id' | 'click_id' | 'same_user', string[]> {
  const { body } = event;
  const clicks: string[] = body.clickId === undefined ? [] : [`click:${body.clickId}`];
  const own: ClickIds = { ...body.landing?.clickIds, ...body.clickIds };
  for (const [name, value] of Object.entries(own)) clicks.push(`${name}:${value}`);
  return {
    attribution_id: body.attributionId === undefined ? [] : [`attribution:${body.attributionId}`],
    click_id: clicks,
    same_user: userKeys(body.user ?? {}),
  };
}

/** Every key under which a stored event's touches may lie. */
export function touchesOf(event: Attributable): { accountId: string; key: string; eventId: string }[] {
  const { attribution_id, click_id, same_user } = touchKeys(event);
  const { accountId, id: eventId } = event;
  return [...attribution_id, ...click_id, ...same_user].map((key) => ({ accountId, key, eventId }));
}

/** Credits an event. It depends only on its arguments, so the same set of events always gives the same credit. */
export function attribute(event: Attributable, refs: Refs, lastTouch: LastTouch, windowDays: number): Credit {
  let trail = '';
  for (const rule of CREDIT_RULES) {
    const found = RULES[rule](event, refs, lastTouch);
    const miss = typeof found === 'string' ? found : outsideWindow(event, found, windowDays);
    if (miss === null) return { rule, ...(found as Found), windowDays, trail };
    trail += miss;
  }
  return { rule: null, submission: null, campaign: null, creator: null, touchedAt: null, windowDays, trail };
}

function outsideWindow(event: Attributable, found: Found, windowDays: number): Miss | null {
  if (found.touchedAt > event.occurredAt) return 'a';
  return found.touchedAt < event.occurredAt - windowDays * DAY_MS ? 'w' : null;
}

const RULES: Record<CreditRule, (event: Attributable, refs: Refs, lastTouch: LastTouch) => Attempt> = {
  own_link: (event, refs) => {
    const { serviceId, campaign, landedAt } = event.body;
    return link(event, refs, serviceId, campaign, landedAt);
  },
  kept_landing: (event, refs) => {
    const { landing, landedAt } = event.body;
    return link(event, refs, landing?.serviceId, landing?.campaign, landedAt);
  },
  attribution_id: (event, refs, lastTouch) => {
    const { attributionId, landedAt } = event.body;
    if (attributionId === undefined) return 'n';
    const direct = link(event, refs, attributionId, attributionId, landedAt);
    if (typeof direct !== 'string') return direct;
    return latest(event, lastTouch, touchKeys(event).attribution_id);
  },
  click_id: (event, _refs, lastTouch) => {
    return latest(event, lastTouch, touchKeys(event).click_id);
  },
  same_user: (event, _refs, lastTouch) => {
    return latest(event, lastTouch, touchKeys(event).same_user);
  },
  creator_code: (event, refs) => byCode(event, refs, 'creator', event.body.creatorCode),
  discount_code: (event, refs) => {
    const { discountCode, discountCodes = [] } = event.body;
    const tried = [discountCode, ...discountCodes].map((code) => byCode(event, refs, 'discount', code));
    return tried.find((attempt) => typeof attempt !== 'string') ?? tried.find((miss) => miss !== 'n') ?? 'n';
  },
};

function link(
  event: Attributable,
  refs: Refs,
  submission: string | undefined,
  campaign: string | undefined,
  landedAt: number | undefined,
): Attempt {
  if (submission === undefined && campaign === undefined) return 'n';
  const video = submission === undefined ? undefined : refs.submission(event.accountId, submission);
  const known = campaign !== undefined && refs.campaign(event.accountId, campaign);
  if (!video && !known) return 'u';
  return {
    submission: video ? submission! : null,
    campaign: known ? campaign! : null,
    creator: video?.creator ?? null,
    touchedAt: Math.min(landedAt ?? event.occurredAt, event.occurredAt),
  };
}

function latest(event: Attributable, lastTouch: LastTouch, keys: string[]): Attempt {
  if (keys.length === 0) return 'n';
  let best: Touch | undefined;
  for (const key of keys) {
    const touch = lastTouch(event.accountId, key, event.occurredAt, event.id);
    if (touch && (!best || isLater(touch, best))) best = touch;
  }
  if (!best) return 't';
  return { submission: best.submission, campaign: best.campaign, creator: best.creator, touchedAt: best.at };
}

/** Whether touch `a` is later. If both have the same time, the event's ID decides. */
export function isLater(a: Touch, b: Touch): boolean {
  return a.at > b.at || (a.at === b.at && a.eventId > b.eventId);
}

function byCode(
  event: Attributable,
  refs: Refs,
  kind: 'creator' | 'discount',
  code: string | undefined,
): Attempt {
  if (code === undefined) return 'n';
  const key = normalizeCode(code);
  const owner = refs.code(event.accountId, kind, key);
  if (!owner) return 'u';
  return { submission: null, campaign: null, creator: owner.creator, touchedAt: event.occurredAt, code: key };
}
