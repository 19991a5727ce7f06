// What the service writes to people: plain text, what happened, the link, and what to do when it was not them.
import type { SystemCtx } from '../../../context.ts';

export interface MailText {
  subject: string;
  text: string;
}

const linkTo = ({ vars }: SystemCtx, path: string) => `${vars.PUBLIC_URL}${path}`;

export function verifyText(ctx: SystemCtx, name: string, token: string): MailText {
  const service = ctx.vars.SERVICE_NAME;
  return {
    subject: `Confirm your address for ${service}`,
    text: `Hello ${name},

somebody signed up for ${service} with this address. If it was you, confirm it within 24 hours:

${linkTo(ctx, `/verify?token=${token}`)}

If it was not you, there is nothing to do: without this link and the password that was chosen, nothing is opened.`,
  };
}

export function knownAddressText(ctx: SystemCtx): MailText {
  const service = ctx.vars.SERVICE_NAME;
  return {
    subject: `You are already signed up for ${service}`,
    text: `Hello,

somebody signed up for ${service} with this address, which is signed up already. If it was you, sign in:

${linkTo(ctx, '/sign-in')}

If you do not know your password any more, set a new one:

${linkTo(ctx, '/reset')}

If it was not you, there is nothing to do: nothing has changed.`,
  };
}

export function resetText(ctx: SystemCtx, token: string): MailText {
  const service = ctx.vars.SERVICE_NAME;
  return {
    subject: `Set a new password for ${service}`,
    text: `Hello,

somebody asked for a new password for this address at ${service}. If it was you, set it within an hour:

${linkTo(ctx, `/reset?token=${token}`)}

If it was not you, there is nothing to do: your password stays as it is.`,
  };
}

export function noAccountText(ctx: SystemCtx): MailText {
  const service = ctx.vars.SERVICE_NAME;
  return {
    subject: `No account for this address at ${service}`,
    text: `Hello,

somebody asked for a new password for this address at ${service}, but nobody is signed up with it. If it was you, you may have
used another address, or you can sign up:

${linkTo(ctx, '/sign-up')}

If it was not you, there is nothing to do.`,
  };
}

export function passwordChangedText(ctx: SystemCtx): MailText {
  const service = ctx.vars.SERVICE_NAME;
  return {
    subject: `Your password for ${service} was changed`,
    text: `Hello,

your password for ${service} was changed just now, and your other sessions were ended.

If it was not you, set a new one at once:

${linkTo(ctx, '/reset')}`,
  };
}

export function invitationText(
  ctx: SystemCtx,
  invitation: { account: string; by: string; role: string; token: string },
): MailText {
  const service = ctx.vars.SERVICE_NAME;
  const { account, by, role, token } = invitation;
  return {
    subject: `Join ${account} on ${service}`,
    text: `Hello,

${by} invites you to join ${account} on ${service} as ${role}. Accept within 7 days:

${linkTo(ctx, `/invitations/${token}`)}

The link works once, and only for this address.`,
  };
}
