// The demo's people, made by the verbs that the pages call: they sign up, open the links in their mails,
// invite each other, and one takes over the record that a brand wrote in their name.
import type { Role } from '../../src/auth/actor.ts';
import type { Ctx, SystemCtx } from '../../src/context.ts';
import { openMail } from '../../src/domains/accounts/mails/open-mail.ts';
import { listMails } from '../../src/domains/accounts/mails/store.ts';
import { signUp } from '../../src/domains/accounts/sign-ups/sign-up.ts';
import { verifyEmail } from '../../src/domains/accounts/sign-ups/verify-email.ts';
import { acceptInvitation } from '../../src/domains/accounts/team/accept-invitation.ts';
import { createInvitation } from '../../src/domains/accounts/team/create-invitation.ts';
import { takeOver } from '../../src/domains/work/claims/take-over.ts';
import { newId } from '../../src/kit/ids.ts';
import type { DemoPerson } from './demo-file.ts';

const PASSWORD = 'demo-password';

export interface SignedUp extends DemoPerson {
  id: string;
  /** The account that was created with the sign-up. */
  account: string | null;
}

/** A person who signs up and opens the link. */
export async function join(
  fresh: () => SystemCtx,
  who: { name: string; email: string },
  profile: { profile: 'brand' | 'partner'; company: string } | { profile: 'creator' | 'none' },
): Promise<SignedUp> {
  const { name, email } = who;
  const asking = fresh();
  await signUp(asking, { name, email, password: PASSWORD, ...profile }, null);
  await asking.write.commit();
  const confirming = fresh();
  const { personId, accountId } = await verifyEmail(
    confirming,
    { token: await linkTo(confirming, email, '/verify?token='), password: PASSWORD },
    null,
  );
  await confirming.write.commit();
  return { id: personId, account: accountId, email, password: PASSWORD };
}

/** A person who was invited into an account. */
export async function invited(
  fresh: () => SystemCtx,
  by: { id: string; account: string },
  who: { name: string; email: string },
  role: Role,
): Promise<DemoPerson> {
  const { id, email, password } = await join(fresh, who, { profile: 'none' });
  const inviting = asOwner(fresh(), by);
  await createInvitation(inviting, { email, role }, null);
  await inviting.write.commit();
  const accepting = fresh();
  const link = await linkTo(accepting, email, '/invitations/');
  await acceptInvitation(
    accepting,
    { id, email },
    link,
    new Request(`${accepting.vars.PUBLIC_URL}/invitations`),
  );
  await accepting.write.commit();
  return { email, password };
}

/** A creator who signs up with the address of a record that an account wrote, and takes the record over. */
export async function claimed(
  fresh: () => SystemCtx,
  record: { id: string; name: string; email: string },
): Promise<DemoPerson> {
  const { id, email, password } = await join(fresh, record, { profile: 'creator' });
  const taking = fresh();
  await takeOver(taking, id, record.id);
  await taking.write.commit();
  return { email, password };
}

function asOwner(ctx: SystemCtx, { id, account }: { id: string; account: string }): Ctx {
  const home = { id: account, type: 'brand', status: 'active', managedBy: null, eventsShard: null } as const;
  const actor = {
    ...({ by: 'person', callerId: id, role: 'owner', access: 'write', scopes: null, creator: null } as const),
    origins: [],
    home,
    account: home,
  };
  return { ...ctx, actor, requestId: newId('event', ctx.now) };
}

/** The token of the link in a mail to an address, where the link's path begins with `path`. */
async function linkTo(ctx: SystemCtx, email: string, path: string): Promise<string> {
  const mails = (await listMails(ctx, 20)).filter(({ recipient }) => recipient === email);
  const texts = await Promise.all(mails.map(async (mail) => (await openMail(ctx.vars, mail))?.text ?? ''));
  const found = texts.map((text) => text.split(`${ctx.vars.PUBLIC_URL}${path}`)[1]).find(Boolean);
  const [token] = /^[0-9A-Za-z]+/.exec(found ?? '') ?? [];
  if (!token) throw new Error(`There is no link in a mail to ${email}.`);
  return token;
}
