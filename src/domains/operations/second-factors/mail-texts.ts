// What the staff's part in second factors mails.
import { defineMail } from '../../accounts/mails/define-mail.ts';

export const factorRemovalMail = defineMail({
  to: 'proved',
  slots: { day: 'day' },
  write: ({ service, link }, { day }) => ({
    subject: `Your second factor for ${service} will be removed`,
    text: `Hello,

We were told that you lost your authenticator app. Your second factor is removed on ${day} UTC. From then on, signing in takes
your password alone, and you can set up a new one.

If you did not ask for this, someone is trying to get into your account. Sign in with a code before then, and nothing is
removed:

${link('/sign-in', 'Sign in')}`,
  }),
});
