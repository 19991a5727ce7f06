import { defineMail } from '../people/define-mail.ts';

export const connectionEndsMail = defineMail({
  to: 'proved',
  slots: { platform: 'word', account: 'name', ends: 'date' },
  write: ({ service }, { platform, account, ends }) => ({
    subject: `${platform} ends the connection to ${service} on ${ends}`,
    text: `Hello,

${platform} ends the connection of "${account}" to ${service} on ${ends}. Whoever connected it can renew it before: connect ${platform} once more and agree again. What is set up stays as it is.

If nobody does, ads can no longer be changed from ${service} and their results no longer read.`,
  }),
});
