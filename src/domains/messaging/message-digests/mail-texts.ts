import { defineMail } from '../../accounts/mails/define-mail.ts';

export const unreadMail = defineMail({
  to: 'proved',
  slots: { unread: 'sections', person: 'person', signature: 'signature' },
  write: ({ service, link }, { unread, person, signature }) => {
    const lines = unread.flatMap((one) => one.lines);
    const count = lines.reduce((sum, one) => sum + one.count, 0);
    const more = unread.some((one) => one.more) ? '\n\nThere is more in other conversations.' : '';
    const off = link(`/unsubscribe/${person}/${signature}`);
    const places = unread.map(
      ({ place, name, lines: talks }) =>
        `${name}\n${talks.map((one) => `- ${one.name ?? `${service} support`}: ${one.count}`).join('\n')}\n\n${link(`/app/${place}/messages`, 'Read messages')}`,
    );
    return {
      subject: count === 1 ? `1 unread message in ${service}` : `${count} unread messages in ${service}`,
      text: `Hello,

You have not read these messages yet:

${places.join('\n\n')}${more}

You get this at most once an hour. If you would rather not, switch it off:

${off}`,
      unsubscribe: off,
    };
  },
});
