import { defineMail } from '../../accounts/mails/define-mail.ts';
import { switchOffWords } from '../../accounts/mails/interface.ts';

const SLOTS = { account: 'name', invitation: 'invitation', address: 'address' } as const;
type Link = (path: string, label?: string) => string;

/** The end of both: where to answer, and how to get none any more. */
const answered = (service: string, see: string, off: string): string => `See who asks, and accept or decline:

${see}

You answer with a ${service} account for this address, which is free. If you do not know who sent this, you can ignore this email.

${switchOffWords(off)}`;

const linksOf = (link: Link, { invitation, address }: { invitation: string; address: string }) => ({
  see: link(`/invitations/${invitation}`, 'See the invitation'),
  off: link(`/unsubscribe/${address}`),
});

/** To a creator whom an account added to its roster, without a program yet. */
export const rosterInvitationMail = defineMail({
  to: 'anybody',
  invites: true,
  slots: SLOTS,
  write: ({ service, link }, { account, ...links }) => {
    const { see, off } = linksOf(link, links);
    return {
      subject: `"${account}" wants to work with you on ${service}`,
      text: `Hello,

"${account}" added you to its creators on ${service}, where creators make videos for brands and get paid for them.

${answered(service, see, off)}`,
      unsubscribe: off,
    };
  },
});

/** To a creator whom an account invited to a program. */
export const programInvitationMail = defineMail({
  to: 'anybody',
  invites: true,
  slots: { ...SLOTS, program: 'name', others: 'count' },
  write: ({ service, link }, { account, program, others, ...links }) => {
    const { see, off } = linksOf(link, links);
    const more =
      others === '0' ? '' : others === '1' ? ', and to 1 more program' : `, and to ${others} more programs`;
    return {
      subject: `"${account}" invites you to "${program}"`,
      text: `Hello,

"${account}" invites you to make videos for its program "${program}" on ${service}${more}.

${answered(service, see, off)}`,
      unsubscribe: off,
    };
  },
});
