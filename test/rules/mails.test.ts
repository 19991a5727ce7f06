// No stranger's words in our mails: every mail is filled in with what a stranger might like to send from our
// domain.
import { describe, expect, it } from 'vitest';
import { harmless, writeMail } from '../../src/domains/accounts/mails/define-mail.ts';
import { mailHtml } from '../../src/domains/accounts/mails/mail-html.ts';
import { noticesMail } from '../../src/domains/messaging/notices/mail-texts.ts';
import { filledMail, GOOD, ID, MAIL_FILES, mails, slotValue, VARS } from '../harness/people/filled-mails.ts';
import { read, sources } from './support/sources.ts';

const HOSTILE = [
  'Fern\r\nBcc: everybody@evil.example\r\n\r\nYour account is locked: open https://evil.example/login',
  'Fern\n\nDear customer,\n\nsend us your password.\n\nThe team',
  'Pay at evil.example or www.evil.example or //evil.example/x',
  'evil。example, evil．example, evil․example and EVIL.EXAMPLE:8443',
  'Write to help@evil.example or help＠evil.example or mailto:help@evil.example',
  'Call +1 (800) 555-0100 now, or ٠١٢٣٤٥٦٧٨٩',
  'Fern\u2028Second line\u2029Third\u0085Fourth\u000bFifth',
  'Fern\u202egnp.exe\u2066 \u200bcom\u0000\u001b[31m',
  'Fern" joined Service. "Your money',
  '<a href="https://evil.example">Service</a> [log in](https://evil.example)',
  `Z${'\u0336'.repeat(60)}algo`,
  'W'.repeat(5_000),
  'Ѕеrvісе Security',
  '\u3164\u200b \ud800',
];
const LINE = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** What a reader sees of text in HTML. */
const readable = (html: string) =>
  html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

describe('every mail', () => {
  it('is in a file of mails, and goes through the one place that fills it in', () => {
    expect(mails.length).toBeGreaterThanOrEqual(9);
    const code = sources('src').filter((path) => /\.tsx?$/.test(path));
    const using = (what: RegExp) => code.filter((path) => what.test(read(path)));
    expect(using(/\bdefineMail\(\{/).toSorted()).toEqual(MAIL_FILES.toSorted());
    expect(using(/\bwriteMail\(ctx/)).toEqual(['src/domains/accounts/mails/add-mail.ts']);
    expect(using(/\binsertMail\(ctx, \{/)).toEqual(['src/domains/accounts/mails/add-mail.ts']);
    expect(using(/integrations\/mail\/client/)).toEqual(['src/domains/accounts/mails/send-mails.ts']);
  });

  it.each(mails)('%s holds no line, link, address or number of a stranger', (_, mail) => {
    const lines = filledMail(mail, 'Fern').text.split('\n').length;
    for (const name of HOSTILE) {
      const { subject, text } = filledMail(mail, name);
      expect(LINE.test(subject), name).toBe(false);
      expect([...subject].length, name).toBeLessThan(160);
      // It has only the lines, links and addresses that it has for everybody.
      expect(text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u).length, name).toBe(lines);
      const foreign = `${subject}\n${text}`
        .replaceAll(VARS.PUBLIC_URL, '')
        .replaceAll(ID, '')
        .replaceAll(GOOD.signature!, '')
        .replaceAll(GOOD.address!, '');
      for (const trace of [
        /:\/\//,
        /@/,
        /www\./i,
        /\S[.。．｡․]\p{L}/u,
        /\p{Nd}{3}[^\n]*\p{Nd}{4}/u,
        /[<>[\]]/,
      ])
        expect(foreign, `${trace} of ${name}`).not.toMatch(trace);
      expect(foreign, name).not.toMatch(/[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]|\p{Mn}{5}/u);
      expect(foreign, name).not.toMatch(/Ѕеrvісе|WWW/.test(name) ? /Ѕ|W{61}/ : /$^/);
    }
  });

  it.each(mails.filter(([, { to }]) => to === 'anybody'))(
    '%s, which goes to unproved addresses, holds of others the names of an account and a program alone',
    (_, mail) => {
      for (const [slot, kind] of Object.entries(mail.slots))
        if (kind === 'name') expect(['account', 'program']).toContain(slot);
        else expect(['token', 'word', 'count', 'invitation', 'address']).toContain(kind);
      const { subject, text } = filledMail(mail, 'Fern and Field');
      for (const found of `${subject}\n${text}`.matchAll(/.?Fern and Field.?/g))
        expect(found[0]).toBe('"Fern and Field"');
    },
  );

  it.each(mails)('%s says the same in HTML, with the same links and no markup of a stranger', (_, mail) => {
    for (const name of ['Fern', ...HOSTILE]) {
      const mailed = filledMail(mail, name);
      const html = mailHtml(VARS.SERVICE_NAME, mailed);
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => readable(href!));
      expect(new Set(links), name).toEqual(new Set(mailed.text.match(/https:\S+[^\s.,]/g) ?? []));
      expect(html.match(/<(?!\/?(?:html|head|meta|title|style|body|div|h1|p|a|br|!doctype)\b)/g), name).toBe(
        null,
      );
      const words = readable(
        html
          .slice(html.indexOf('<h1'))
          .replace(/<\/?a\b[^>]*>/g, '')
          .replace(/<[^>]*>/g, ' '),
      );
      const off = mailed.unsubscribe === undefined ? {} : { [mailed.unsubscribe]: 'Switch these mails off' };
      const labels = Object.entries({ ...mailed.links, ...off });
      const text = labels.reduce(
        (all, [url, label]) => all.replaceAll(`\n${url}\n`, `\n${label}\n`),
        `${mailed.text}\n`,
      );
      expect(words.split(/\s+/).join(' ').trim(), name).toBe(
        `${VARS.SERVICE_NAME} ${text}`.split(/\s+/).join(' ').trim(),
      );
    }
  });

  it('is not made of what is no token or role', () => {
    for (const [, mail] of mails)
      for (const [slot, kind] of Object.entries(mail.slots)) {
        if (kind === 'name' || kind === 'sections' || kind === 'notices') continue;
        const filled = Object.fromEntries(
          Object.entries(mail.slots).map(([key, one]) => [key, slotValue(one, 'x')]),
        );
        for (const value of ['', 'a b\nc', 'https://evil.example', `${filled[slot]}\n`])
          expect(() => writeMail(VARS, mail, { ...filled, [slot]: value })).toThrow('is none');
      }
  });
});

it.each(['$120.00', 'CA$1,200.00', 'SEK\u00a0150.00', 'Cg. 1,234.56', '¥12,000', 'an amount'])(
  'an amount of %s stays',
  (amount) => {
    const of = (said: string) => ({
      place: 'Fern',
      notices: {
        told: [{ text: '{account} paid you {amount}', names: { account: 'Fern', amount: said }, path: null }],
        more: null,
      },
      settings: GOOD.mails!,
      signature: GOOD.signature!,
    });
    expect(writeMail(VARS, noticesMail, of(amount)).subject).toBe(`Fern paid you ${amount}`);
    for (const other of ['evil.example', '$1 at evil.example', '+1 800 555 0100', ''])
      expect(() => writeMail(VARS, noticesMail, of(other))).toThrow('is none');
  },
);

describe('a name in a mail', () => {
  it.each([
    ['Fern & Field', 'Fern & Field'],
    ['Dr. Oetker Nederland B.V.', 'Dr. Oetker Nederland B V.'],
    ['Booking.com', 'Booking com'],
    ['Nguyễn Văn Đức', 'Nguyễn Văn Đức'],
    ['株式会社 山田', '株式会社 山田'],
    ['7 Eleven', '7 Eleven'],
    ['Service', 'Somebody'],
  ])('%s is read as %s', (name, read) => expect(harmless(name, 'Service')).toBe(read));
});
