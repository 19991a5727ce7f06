import { emitInternal } from '../../../src/db/outbox.ts';
import type { MailText } from '../../../src/domains/accounts/mails/define-mail.ts';
import { getNotices, type Notice } from '../../../src/domains/messaging/notices/get-notices.ts';
import { mailNotices } from '../../../src/domains/messaging/notices/mail-notices.ts';
import { spreadNotices } from '../../../src/domains/messaging/notices/spread-notices.ts';
import type { Env } from '../../../src/env.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';
import { testEnv } from '../world.ts';
import { commit, type MintedPerson, mailsTo } from './people.ts';

/** What the cron does about notices at a moment (milliseconds). */
export async function noticed(at = clock.now(), env: Env = testEnv): Promise<void> {
  const ctx = systemCtx(env, at);
  await spreadNotices(ctx);
  await mailNotices(ctx);
}

/** A notice for an account's owners and admins. */
export async function mintNotice(account: string): Promise<void> {
  await commit((ctx) => emitInternal(ctx, { type: 'ads_plan.waiting', account, creator: null, data: {} }));
  await noticed();
}

/** The notices of a person in a workspace, the newest first. */
export async function noticesOf(
  person: Pick<MintedPerson, 'id'>,
  place: string,
  isAdmin = true,
): Promise<Notice[]> {
  const reader = { person: person.id, place };
  return (await getNotices(systemCtx(testEnv, clock.now()), reader, { isAdmin, before: null })).items;
}

/** The subjects of the mails to people, the newest first. */
export async function subjectsOf(people: readonly Pick<MintedPerson, 'email'>[]): Promise<string[][]> {
  const mails: MailText[][] = await Promise.all(people.map(({ email }) => mailsTo(email)));
  return mails.map((all) => all.map(({ subject }) => subject));
}
