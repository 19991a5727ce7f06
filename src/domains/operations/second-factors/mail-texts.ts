import { defineMail } from '../../accounts/mails/define-mail.ts';

export const secondFactorSetUpMail = defineMail({
  to: 'proved',
  slots: {},
  write: ({ service, link }) => ({
    subject: `You set up a second factor for ${service}`,
    text: `Hello,

an authenticator app was set up just now for the staff's pages of ${service}, with your sign-in.

If it was not you, somebody knows your password. Tell the others of the staff at once, so that one of them resets the second
factor, and set a new password:

${link('/reset')}`,
  }),
});

export const secondFactorResetMail = defineMail({
  to: 'proved',
  slots: { by: 'name' },
  write: ({ service, link }, { by }) => ({
    subject: `Your second factor for ${service} was reset`,
    text: `Hello,

${by} reset your second factor for the staff's pages of ${service} just now. Your next visit begins a new one:

${link('/staff')}

If you did not ask for that, tell the others of the staff at once, and do not wait with your next visit.`,
  }),
});
