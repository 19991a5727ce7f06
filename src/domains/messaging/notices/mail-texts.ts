import { defineMail } from '../../accounts/mails/define-mail.ts';
import { filled } from './notice.ts';

export const noticesMail = defineMail({
  to: 'proved',
  slots: { place: 'name', notices: 'notices', settings: 'mails', signature: 'signature' },
  write: ({ link }, { place, notices: { told, more }, settings, signature }) => {
    const said = told.map(({ text, names }) => filled(text, names));
    const off = link(`/unsubscribe/${settings}/${signature}`);
    const listed = told.map(
      ({ path }, index) => `${said[index]}.${path === null ? '' : `\n\n${link(path, 'Open')}`}`,
    );
    const rest = more === null ? [] : [`There is more:\n\n${link(more, 'See all notices')}`];
    return {
      subject: said.length === 1 ? said[0]! : `${more === null ? said.length : 'Many'} notices for ${place}`,
      text: `Hello,

this is about ${place}.

${[...listed, ...rest].join('\n\n')}

If you would rather not have mails of this kind, switch them off:

${off}`,
      unsubscribe: off,
    };
  },
});
