// Plans the credit of events: whose report decides, which landing counts, and how long to wait for a later one.
import { DAY_MS } from '../../../kit/time.ts';
import type { PixelEventBody } from '../../../pixel/event-body.ts';
import { DEFAULT_WINDOW_DAYS } from '../conversions/conversion.ts';
import type { Credit, Miss } from '../credit-targets/credit.ts';
import { attribute, isLater, type LastTouch, type Refs, touchKeys } from './attribute.ts';
import type { AwaitedTouch, PlannedTouch, ShardState, StoredEvent } from './plan-types.ts';
import { bodiesOf, type Decider, reportsOf, viewOf } from './reports.ts';

/** Every key under which an event's landing is stored, from all its reports. */
export function allKeys(event: StoredEvent): string[] {
  const bodies = event.reports ? [event.body, ...bodiesOf(event.reports)] : [event.body];
  return [...new Set(bodies.flatMap(keysOf))];
}

export function keysOf(body: PixelEventBody): string[] {
  const keys = touchKeys({ body });
  return [...keys.attribution_id, ...keys.click_id, ...keys.same_user];
}

export class CreditPlanner {
  readonly #state: Pick<ShardState, 'lastTouch' | 'events'>;
  readonly #refs: Refs;
  readonly #touches = new Map<string, PlannedTouch[]>();
  readonly awaited: AwaitedTouch[] = [];

  constructor(state: Pick<ShardState, 'lastTouch' | 'events'>, refs: Refs) {
    this.#state = state;
    this.#refs = refs;
  }

  get touches(): PlannedTouch[] {
    return [...this.#touches.values()].flat();
  }

  /** Stores an event's landing, so that later events of the same user, click or attribution ID can be credited. */
  rememberLanding(event: StoredEvent): void {
    if (event.body.bot || event.body.consent !== 'granted') return;
    const credit = attribute(event, this.#refs, () => undefined, DEFAULT_WINDOW_DAYS);
    const { rule, submission, campaign, creator, touchedAt } = credit;
    if (rule !== 'own_link' && rule !== 'kept_landing') return;
    const { accountId, id: eventId } = event;
    for (const key of keysOf(event.body)) {
      const touch = { accountId, key, at: touchedAt!, eventId, submission, campaign, creator };
      const name = `${accountId} ${key}`;
      this.#touches.set(name, [...(this.#touches.get(name) ?? []), touch]);
    }
  }

  readonly #lastTouch: LastTouch = (account, key, at, except) => {
    // A new event has no touches in the shard yet.
    let best = this.#state.lastTouch(account, key, at, this.#state.events.has(except) ? except : '');
    for (const touch of this.#touches.get(`${account} ${key}`) ?? []) {
      if (touch.at <= at && touch.eventId !== except && (!best || isLater(touch, best))) best = touch;
    }
    return best;
  };

  /** Decided by the shop's report, else by the server's, else by the first eligible browser's. */
  readonly creditFor = (event: StoredEvent, windowDays: number): Credit => {
    let missed: Credit | null = null;
    for (const { by, body } of decidersOf(event)) {
      const credit = attribute({ ...event, body }, this.#refs, this.#lastTouch, windowDays);
      if (credit.rule !== null) return { ...credit, by };
      missed = missed ? { ...credit, trail: moreTelling(missed.trail, credit.trail) } : credit;
      // This report names a target outside the window, so the next report is not asked.
      if (/^.?[wa]/.test(credit.trail)) break;
    }
    return missed ?? attribute(event, this.#refs, () => undefined, windowDays);
  };

  /** Makes the event wait for later landings of the same visitor that would change its credit. */
  awaitLanding(event: StoredEvent, open: { until: number; windowDays: number }): void {
    const { accountId, id: eventId, occurredAt } = event;
    for (const key of new Set(decidersOf(event).flatMap(({ body }) => keysOf(body)))) {
      this.awaited.push({
        accountId,
        key,
        eventId,
        touchedAfter: occurredAt - open.windowDays * DAY_MS,
        occurredAt,
        until: open.until,
        seen: this.#lastTouch(accountId, key, occurredAt, eventId) ?? null,
      });
    }
  }
}

function decidersOf(event: StoredEvent): { by: Decider; body: PixelEventBody }[] {
  if (event.reports) return viewOf(event, reportsOf(event)).deciders;
  return [{ by: event.body.source, body: event.body }];
}

/** Merges two trails rule by rule. A specific reason replaces "nothing to look up". */
function moreTelling(one: string, other: string): string {
  return [...one].map((miss, at) => ((miss as Miss) === 'n' ? (other[at] ?? miss) : miss)).join('');
}
