import { defineMail } from '../mails/define-mail.ts';

export const verifyMail = defineMail({
  to: 'anybody',
  proves: true,
  slots: { token: 'token' },
  write: ({ service, link }, { token }) => ({
    subject: `Confirm your email address for ${service}`,
    text: `Hello,

Someone signed up for ${service} with this address. If it was you, confirm it within 24 hours:

${link(`/verify?token=${token}`, 'Confirm this address')}

If it was not you, you can ignore this email: nobody can open an account without both this link and the chosen password.`,
  }),
});

export const knownAddressMail = defineMail({
  to: 'anybody',
  slots: {},
  write: ({ service, link }) => ({
    subject: `You already have a ${service} account`,
    text: `Hello,

Someone tried to sign up for ${service} with this address, which already has an account. If it was you, sign in:

${link('/sign-in', 'Sign in')}

If you forgot your password, reset it:

${link('/reset', 'Reset your password')}

If it was not you, you can ignore this email: nothing has changed.`,
  }),
});
