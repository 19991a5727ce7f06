import { defineMail, type MailNotices } from '../../accounts/mails/define-mail.ts';
import { filled } from './notice.ts';

type Link = (path: string, label?: string) => string;

/** The notices in paragraphs, each with the link to where one acts. */
function paragraphs(link: Link, { told, more }: MailNotices): string {
  const said = told.map(({ text, names, path }) => {
    const open = path === null ? '' : `\n\n${link(path, 'Open')}`;
    return `${filled(text, names)}.${open}`;
  });
  const rest = more === null ? [] : [`There is more:\n\n${link(more, 'See all notices')}`];
  return [...said, ...rest].join('\n\n');
}

function subjectOf(place: string, { told, more }: MailNotices): string {
  const [first] = told;
  if (told.length === 1 && first) return filled(first.text, first.names);
  return `${more === null ? told.length : 'Many'} notices for ${place}`;
}

export const noticesMail = defineMail({
  to: 'proved',
  slots: { place: 'name', notices: 'notices', settings: 'mails', signature: 'signature' },
  write: ({ link }, { place, notices, settings, signature }) => {
    const off = link(`/unsubscribe/${settings}/${signature}`);
    return {
      subject: subjectOf(place, notices),
      text: `Hello,

This is about ${place}.

${paragraphs(link, notices)}

If you would rather not have mails of this kind, switch them off:

${off}`,
      unsubscribe: off,
    };
  },
});

/** It is about who may do what, so it cannot be switched off. */
export const securityMail = defineMail({
  to: 'proved',
  slots: { place: 'name', notices: 'notices' },
  write: ({ link }, { place, notices }) => ({
    subject: subjectOf(place, notices),
    text: `Hello,

This is about the security of ${place}.

${paragraphs(link, notices)}

If neither you nor anyone you trust did this, undo it, and reset your password:

${link('/reset', 'Reset your password')}`,
  }),
});

export const digestMail = defineMail({
  to: 'proved',
  slots: { place: 'name', waiting: 'notices', settings: 'mails', signature: 'signature' },
  write: ({ link }, { place, waiting, settings, signature }) => {
    const off = link(`/unsubscribe/${settings}/${signature}`);
    return {
      subject: `Needs your attention at ${place}`,
      text: `Good morning,

This needs your attention at ${place}:

${paragraphs(link, waiting)}

You get this on mornings after something new came in, and once a week while anything is open. If you would rather not, switch
it off:

${off}`,
      unsubscribe: off,
    };
  },
});
