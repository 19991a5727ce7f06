import { defineMail } from '../mails/define-mail.ts';

export const connectionEndsMail = defineMail({
  to: 'proved',
  slots: { platform: 'word', account: 'name', ends: 'date' },
  write: ({ service }, { platform, account, ends }) => ({
    subject: `${platform} ends the connection to ${service} on ${ends}`,
    text: `Hello,

${platform} ends the connection of "${account}" to ${service} on ${ends}. The person who connected it can renew it before then: connect ${platform} again and agree. Everything that is set up stays.

Otherwise ads can no longer be changed from ${service}, and their results are no longer updated.`,
  }),
});

export const shopEndsMail = defineMail({
  to: 'proved',
  slots: { platform: 'word', account: 'name', ends: 'date' },
  write: ({ service }, { platform, account, ends }) => ({
    subject: `${platform} ends the connection to ${service} on ${ends}`,
    text: `Hello,

${platform} ends the connection of "${account}" to ${service} on ${ends}. Reconnect the store before then. Everything that is set up stays.

Otherwise its orders no longer confirm the sales that creators bring.`,
  }),
});

export const postsEndMail = defineMail({
  to: 'proved',
  slots: { platform: 'word', account: 'name', ends: 'date' },
  write: ({ service }, { platform, account, ends }) => ({
    subject: `${platform} ends the connection to ${service} on ${ends}`,
    text: `Hello,

${platform} ends the connection of "${account}" to ${service} on ${ends}. Connect ${platform} again before then.

Otherwise your posts are no longer counted, and views are no longer paid.`,
  }),
});
