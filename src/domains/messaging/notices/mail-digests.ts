import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { nextHourIn } from '../../../kit/zone.ts';
import { addMail } from '../../accounts/mails/add-mail.ts';
import { type DueDigest, listDueDigests, saveDigestDue, UNSCHEDULED } from './digest-store.ts';
import { digestMail } from './mail-texts.ts';
import { mailsSignature } from './mails-signature.ts';
import { findWaiting } from './waiting.ts';

const A_RUN = 100;
const AT_ONCE = 5;
/** The hour of the day at which digests are made. */
const HOUR = 8;
/** As long as something waits and nothing new does, a digest comes once a week. */
const REMINDED_AFTER_MS = 6 * DAY_MS;

/** Mails people what waits for them, in the morning of where they are. A job. */
export async function mailDigests(ctx: SystemCtx): Promise<void> {
  if (ctx.vars.SEALING_KEYS.size === 0) return;
  const failed = ({ person }: DueDigest, error: unknown) =>
    log('error', { person, error: describeError(error) });
  await inParallel(await listDueDigests(ctx, A_RUN), AT_ONCE, (due) => mailOne(ctx, due), failed);
}

async function mailOne(ctx: SystemCtx, due: DueDigest): Promise<void> {
  const { person, place, name, email } = due;
  const morningAfter = (ms: number) => nextHourIn(due.zone ?? 'UTC', HOUR, ms);
  if (due.dueAt === UNSCHEDULED) {
    await inOneBatch(ctx, (own) => saveDigestDue(own, due, morningAfter(ctx.now)));
    return;
  }
  const waiting = await findWaiting(ctx, due);
  await inOneBatch(ctx, async (own) => {
    saveDigestDue(own, due, waiting.length === 0 ? null : morningAfter(ctx.now + REMINDED_AFTER_MS));
    if (waiting.length === 0) return;
    await addMail(own, email, digestMail, {
      place: name,
      waiting: {
        told: waiting.map(({ text, names, page }) => ({ text, names, path: `/app/${place}${page}` })),
        more: null,
      },
      settings: `${person}/${place}/digest`,
      signature: mailsSignature(own.vars, { person, place, kind: 'digest' }),
    });
  });
}
