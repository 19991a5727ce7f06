// What the service writes to people: plain text, what happened, the link, and what to do when it was not them.
import { defineMail } from './define-mail.ts';

export const verifyMail = defineMail({
  to: 'anybody',
  slots: { token: 'token' },
  write: ({ service, link }, { token }) => ({
    subject: `Confirm your address for ${service}`,
    text: `Hello,

somebody signed up for ${service} with this address. If it was you, confirm it within 24 hours:

${link(`/verify?token=${token}`)}

If it was not you, there is nothing to do: without this link and the password that was chosen, nothing is opened.`,
  }),
});

export const knownAddressMail = defineMail({
  to: 'anybody',
  slots: {},
  write: ({ service, link }) => ({
    subject: `You are already signed up for ${service}`,
    text: `Hello,

somebody signed up for ${service} with this address, which is signed up already. If it was you, sign in:

${link('/sign-in')}

If you do not know your password any more, set a new one:

${link('/reset')}

If it was not you, there is nothing to do: nothing has changed.`,
  }),
});

export const resetMail = defineMail({
  to: 'proved',
  slots: { token: 'token' },
  write: ({ service, link }, { token }) => ({
    subject: `Set a new password for ${service}`,
    text: `Hello,

somebody asked for a new password for this address at ${service}. If it was you, set it within an hour:

${link(`/reset?token=${token}`)}

If it was not you, there is nothing to do: your password stays as it is.`,
  }),
});

export const noAccountMail = defineMail({
  to: 'anybody',
  slots: {},
  write: ({ service, link }) => ({
    subject: `No account for this address at ${service}`,
    text: `Hello,

somebody asked for a new password for this address at ${service}, but nobody is signed up with it. If it was you, you may have
used another address, or you can sign up:

${link('/sign-up')}

If it was not you, there is nothing to do.`,
  }),
});

export const passwordChangedMail = defineMail({
  to: 'proved',
  slots: {},
  write: ({ service, link }) => ({
    subject: `Your password for ${service} was changed`,
    text: `Hello,

your password for ${service} was changed just now, and your other sessions were ended.

If it was not you, set a new one at once:

${link('/reset')}`,
  }),
});

export const invitationMail = defineMail({
  to: 'anybody',
  slots: { account: 'name', role: 'word', token: 'token' },
  write: ({ service, link }, { account, role, token }) => ({
    subject: `Join "${account}" on ${service}`,
    text: `Hello,

"${account}" invites you to join its team on ${service} as ${role}. Accept within 7 days:

${link(`/invitations/${token}`)}

The link works once, and only for this address. If you do not know who this is, there is nothing to do.`,
  }),
});
