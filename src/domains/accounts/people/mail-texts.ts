// The mails that the service sends to people: plain text with what happened, the link, and what to do if it was not
// them.
import { defineMail } from '../mails/define-mail.ts';

export const resetMail = defineMail({
  to: 'proved',
  slots: { token: 'token' },
  write: ({ service, link }, { token }) => ({
    subject: `Set a new password for ${service}`,
    text: `Hello,

Someone requested a password reset for this address at ${service}. If it was you, set a new password within an hour:

${link(`/reset?token=${token}`, 'Set a new password')}

If it was not you, you can ignore this email: your password stays the same.`,
  }),
});

export const noAccountMail = defineMail({
  to: 'anybody',
  slots: {},
  write: ({ service, link }) => ({
    subject: `No ${service} account for this address`,
    text: `Hello,

Someone requested a password reset for this address at ${service}, but it has no account. If it was you, you may have
signed up with another address, or you can sign up now:

${link('/sign-up', 'Sign up')}

If it was not you, you can ignore this email.`,
  }),
});

export const passwordChangedMail = defineMail({
  to: 'proved',
  slots: {},
  write: ({ service, link }) => ({
    subject: `Your ${service} password was changed`,
    text: `Hello,

Your ${service} password was just changed, and you were signed out everywhere else.

If it was not you, reset your password right away:

${link('/reset', 'Reset your password')}`,
  }),
});
