// The mails that the service sends to people: plain text with what happened, the link, and what to do if it was not
// them.
import { defineMail } from '../mails/define-mail.ts';

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
