import { defineMail } from '../../accounts/mails/define-mail.ts';

const slots = {
  partner: 'name',
  brand: 'name',
  asks: 'word',
  what: 'name',
  until: 'moment',
  page: 'plan',
} as const;

export const planWaitsMail = defineMail({
  to: 'proved',
  slots,
  write: ({ link }, { partner, brand, asks, what, until, page }) => ({
    subject: `${partner} asks ${brand} to approve a plan`,
    text: `Hello,

${partner} wants to ${asks} "${what}" for ${brand}. Nothing happens before ${brand} approves the plan, which it can until ${until} (UTC). See what would change, and approve or reject it:

${link(`/app/${page}`)}`,
  }),
});

export const planEndsMail = defineMail({
  to: 'proved',
  slots,
  write: ({ link }, { partner, brand, asks, what, until, page }) => ({
    subject: `A plan of ${partner} for ${brand} ends unanswered`,
    text: `Hello,

${partner} wants to ${asks} "${what}" for ${brand}, and nobody has answered. The plan ends at ${until} (UTC). See what would change, and approve or reject it:

${link(`/app/${page}`)}`,
  }),
});
