import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../kit/time.ts';
import { addMail } from '../../accounts/mails/add-mail.ts';
import type { MailSection } from '../../accounts/mails/define-mail.ts';
import {
  type DueDigest,
  listDueDigests,
  listUnread,
  saveDueAt,
  saveMade,
  type UnreadTalk,
} from './digest-store.ts';
import { unreadMail } from './mail-texts.ts';
import { unsubscribeSignature } from './unsubscribe-signature.ts';

const A_RUN = 100;
const AT_ONCE = 5;
const MOST_A_DAY = 5;
/** Threads that a mail names; of more it says that there are more. */
const NAMED = 20;
/** By this much a message may have come late to the database that was written before the last mail. */
const LATE_MS = 2 * MINUTE_MS;

/** Mails people what they have not read: at most once an hour and five times a day. A job. */
export async function mailUnread(ctx: SystemCtx): Promise<void> {
  if (ctx.vars.SEALING_KEYS.size === 0) return;
  const failed = ({ person }: DueDigest, error: unknown) =>
    log('error', { person, error: describeError(error) });
  await inParallel(await listDueDigests(ctx, A_RUN), AT_ONCE, (due) => mailOne(ctx, due), failed);
}

async function mailOne(ctx: SystemCtx, due: DueDigest): Promise<void> {
  const today = due.madeAt >= startOfDay(ctx.now) ? due.madeThatDay : 0;
  const tomorrow = startOfDay(ctx.now) + DAY_MS;
  const next = Math.max(due.madeAt + HOUR_MS, today >= MOST_A_DAY ? tomorrow : 0);
  const isEarly = next > ctx.now;
  const talks = isEarly
    ? []
    : await listUnread(ctx, due.person, Math.max(0, due.madeAt - LATE_MS), NAMED + 1);
  await inOneBatch(ctx, async (own) => {
    if (isEarly) return saveDueAt(own, due, next);
    if (talks.length === 0) return saveDueAt(own, due, null);
    saveMade(own, due, today + 1);
    await addMail(own, due.email, unreadMail, {
      unread: sectionsOf(talks),
      person: due.person,
      signature: unsubscribeSignature(own.vars, due.person),
    });
  });
}

/** What is unread by place, in the order of the newest message of each. */
function sectionsOf(talks: readonly UnreadTalk[]): MailSection[] {
  const places = new Map<string, MailSection>();
  for (const { place, placeName, name, unread } of talks.slice(0, NAMED)) {
    const section = places.get(place) ?? { place, name: placeName, lines: [], more: talks.length > NAMED };
    places.set(place, section);
    section.lines.push({ name, count: unread });
  }
  return [...places.values()];
}
