import { defineMail } from '../../accounts/mails/define-mail.ts';

export const secondFactorSetUpMail = defineMail({
  to: 'proved',
  slots: {},
  write: ({ service, link }) => ({
    subject: `You set up a second factor for ${service}`,
    text: `Hello,

An authenticator app was just set up for the ${service} staff pages with your account.

If it was not you, someone knows your password. Tell another member of staff right away so that they can reset the second
factor, and reset your password:

${link('/reset', 'Reset your password')}`,
  }),
});

export const secondFactorResetMail = defineMail({
  to: 'proved',
  slots: { by: 'name' },
  write: ({ service, link }, { by }) => ({
    subject: `Your second factor for ${service} was reset`,
    text: `Hello,

${by} reset your second factor for the ${service} staff pages. Set up a new one at your next visit:

${link('/staff', 'Open the staff pages')}

If you did not ask for this, tell another member of staff right away, and set up the new one without delay.`,
  }),
});
