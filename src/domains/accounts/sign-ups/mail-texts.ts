import { defineMail } from '../mails/define-mail.ts';

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
