import { defineMail } from '../mails/define-mail.ts';
import { switchOffWords } from '../mails/interface.ts';

export const invitationMail = defineMail({
  to: 'anybody',
  invites: true,
  slots: { account: 'name', role: 'word', token: 'token', address: 'address' },
  write: ({ service, link }, { account, role, token, address }) => {
    const off = link(`/unsubscribe/${address}`);
    return {
      subject: `Join "${account}" on ${service}`,
      text: `Hello,

"${account}" invites you to join its team on ${service} as ${role}. Accept within 7 days:

${link(`/invitations/${token}`, 'See the invitation')}

The link works once, and only for this address. If you do not know who sent this, you can ignore this email.

${switchOffWords(off)}`,
      unsubscribe: off,
    };
  },
});
