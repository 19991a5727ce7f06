// Looks up in the main database the IDs and codes that events name, for a whole batch in one round trip.
import type { Env } from '../../../env.ts';
import type { PixelEventBody } from '../../../pixel/event-body.ts';
import { activeRules, type RuleRow, toRule } from '../conversions/interface.ts';
import type { ConversionRule } from '../conversions/rule.ts';
import type { TargetKind } from '../credit-targets/credit.ts';
import { type CreditTarget, findCreditTargets, type WantedTarget } from '../credit-targets/interface.ts';
import { normalizeCode, type Refs } from '../event-rules/attribute.ts';

export interface Named {
  accountId: string;
  body: PixelEventBody;
}

/** The conversions of the events' accounts, and the targets that the events name. */
export async function loadRefs(env: Env, events: Named[]): Promise<{ rules: ConversionRule[]; refs: Refs }> {
  const accounts = new Set(events.map(({ accountId }) => accountId));
  const wanted = new Map<string, WantedTarget>();
  for (const { accountId, body } of events) {
    for (const [kind, key] of targetsNamedBy(body)) {
      wanted.set(nameOf(accountId, kind, key), [accountId, kind, key]);
    }
  }
  const statements = [activeRules(env.DB, [...accounts])];
  if (wanted.size > 0) statements.push(findCreditTargets(env.DB, [...wanted.values()]));
  const [rules, found] = await env.DB.batch(statements);
  const targets = new Map(
    ((found?.results ?? []) as CreditTarget[]).map((target) => [
      nameOf(target.accountId, target.kind, target.key),
      target.creatorId,
    ]),
  );
  const creatorOf = (account: string, kind: TargetKind, key: string) => {
    const creator = targets.get(nameOf(account, kind, key));
    return creator == null ? undefined : { creator };
  };
  return {
    rules: (rules!.results as RuleRow[]).map(toRule),
    refs: {
      submission: (account, id) => creatorOf(account, 'submission', id),
      campaign: (account, id) => targets.has(nameOf(account, 'campaign', id)),
      code: (account, kind, code) => creatorOf(account, `${kind}_code`, code),
    },
  };
}

function nameOf(account: string, kind: TargetKind, key: string): string {
  return `${account} ${kind} ${key}`;
}

function* targetsNamedBy(body: PixelEventBody): Generator<[TargetKind, string]> {
  const { serviceId, campaign, attributionId, landing, creatorCode, discountCode, discountCodes } = body;
  // Only an attribution ID can be either a submission or a campaign, so it is looked up as both.
  for (const id of [serviceId, landing?.serviceId, attributionId]) {
    if (id !== undefined) yield ['submission', id];
  }
  for (const id of [campaign, landing?.campaign, attributionId]) {
    if (id !== undefined) yield ['campaign', id];
  }
  if (creatorCode !== undefined) yield ['creator_code', normalizeCode(creatorCode)];
  for (const code of [discountCode, ...(discountCodes ?? [])]) {
    if (code !== undefined) yield ['discount_code', normalizeCode(code)];
  }
}
