import type { SystemCtx } from '../../../context.ts';
import { inOneBatch, overtaken } from '../../../db/one-batch.ts';
import type { AppError } from '../../../kit/error.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS, MINUTE_MS } from '../../../kit/time.ts';
import { countAttempt } from '../../accounts/attempts/interface.ts';
import { addMail } from '../../accounts/mails/add-mail.ts';
import { invitationAllowances, invitationsOff } from '../../accounts/mails/interface.ts';
import { listInvitedPrograms } from '../applications/interface.ts';
import {
  addSent,
  type DueInvitation,
  listDueInvitations,
  releaseInvitation,
  saveCounted,
  saveInvitationLater,
  saveInvitationMail,
  saveInvitationsLater,
} from '../creator-consent/interface.ts';
import { invitationSignature } from './invitation-signature.ts';
import { programInvitationMail, rosterInvitationMail } from './mail-texts.ts';

const A_RUN = 100;
const AT_ONCE = 5;
/** An invitation that finds no room among the day's mails is given up after this. */
const GIVEN_UP_MS = 7 * DAY_MS;
/** The first wait after a failure. */
const FIRST_WAIT_MS = 5 * MINUTE_MS;
/** Programs that are counted; the first of them is named. */
const COUNTED = 20;

/**
 * Mails creators whom accounts added or invited, at addresses that nobody has proved: once an account in 7 days, however many
 * programs it invites to. A job: an invitation stops waiting in the batch that stores its mail.
 */
export async function mailInvitations(ctx: SystemCtx): Promise<void> {
  if (ctx.vars.SEALING_KEYS.size === 0) return;
  const failed = ({ creator }: DueInvitation, error: unknown) =>
    log('error', { creator, error: describeError(error) });
  await inParallel(
    await listDueInvitations(ctx, A_RUN),
    AT_ONCE,
    async (due) => {
      try {
        await mailOne(ctx, due);
      } catch (error) {
        failed(due, error);
        await tryLater(ctx, due);
      }
    },
    failed,
  );
}

/** One that fails holds up no other: it waits twice as long each time, and is given up after a week. */
async function tryLater(ctx: SystemCtx, due: DueInvitation): Promise<void> {
  const age = ctx.now - due.createdAt;
  if (age > GIVEN_UP_MS) await forget(ctx, due);
  else await saveInvitationLater(ctx, due, ctx.now + Math.max(age, FIRST_WAIT_MS));
}

async function mailOne(ctx: SystemCtx, due: DueInvitation): Promise<void> {
  const { creator, email, isProved, countedAt } = due;
  if (email === null) return await forget(ctx, due);
  const { same, account, address } = invitationAllowances(due.account, email);
  let full: 'same' | 'account' | 'address' | null = null;
  const counted = (own: SystemCtx, what: NonNullable<typeof full>, allowance: typeof same) =>
    countAttempt(own, allowance, async (): Promise<AppError> => {
      full ??= what;
      return await overtaken();
    });
  const chargeAccount = (own: SystemCtx) => {
    if (countedAt !== null) return;
    counted(own, 'same', { ...same, most: 1 });
    counted(own, 'account', account);
    addSent(own, creator);
  };
  const isMailed = await inOneBatch(ctx, async (own) => {
    chargeAccount(own);
    if (!isProved) counted(own, 'address', address);
    releaseInvitation(own, due);
    if (!isProved) saveInvitationMail(own, creator, await addInvitation(own, due, email));
  });
  if (isMailed || full === null) return;
  if (full === 'same' || ctx.now - due.createdAt > GIVEN_UP_MS) return await forget(ctx, due);
  if (full === 'account') return await saveInvitationsLater(ctx, due.account, ctx.now + DAY_MS);
  // Other accounts may have used the address up, which this one is not to see: for it, the invitation is sent.
  await inOneBatch(ctx, (own) => {
    chargeAccount(own);
    saveCounted(own, due, ctx.now + DAY_MS);
  });
}

async function forget(ctx: SystemCtx, due: DueInvitation): Promise<void> {
  await inOneBatch(ctx, (own) => releaseInvitation(own, due));
}

async function addInvitation(ctx: SystemCtx, due: DueInvitation, email: string): Promise<string> {
  const { creator, accountName } = due;
  const links = {
    invitation: `${creator}/${invitationSignature(ctx.vars, { creator, email })}`,
    address: await invitationsOff(ctx.vars, email),
  };
  const [newest, ...others] = await listInvitedPrograms(ctx, creator, COUNTED);
  if (!newest) return await addMail(ctx, email, rosterInvitationMail, { account: accountName, ...links });
  const { accountName: account, program } = newest;
  const named = { account, program, others: String(others.length) };
  return await addMail(ctx, email, programInvitationMail, { ...named, ...links });
}
