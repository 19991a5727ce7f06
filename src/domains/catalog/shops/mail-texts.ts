import { defineMail } from '../../accounts/mails/define-mail.ts';

export const dataRequestMail = defineMail({
  to: 'proved',
  slots: { platform: 'word', account: 'name' },
  write: ({ service, link }, { platform, account }) => ({
    subject: `A customer of your ${platform} store asks for their data`,
    text: `Hello,

A customer of the ${platform} store "${account}" asked for the data that is kept about them. By law you have 30 days to answer.

1. Open ${link('/app')}, then Connections, and choose the store.
2. Under Privacy requests, download what ${service} keeps about the customer's orders, and pass it on to them.
3. Mark the request as answered.`,
  }),
});
