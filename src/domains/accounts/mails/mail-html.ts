// The HTML of a mail, made from its text: each paragraph stays one, and a link alone in a paragraph becomes a button.
import type { MailText } from './define-mail.ts';

const LINK = /https?:\/\/[^\s<>"]+[^\s<>".,]/g;
/** The end of a line before another row of a list. */
const ROW = /\n(?=- |\d\. )/g;
const ALONE = /^https?:\/\/\S+$/;

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

/** Mail programs drop most of a style sheet, so only what dark mode changes stands here. */
const DARK = `@media (prefers-color-scheme:dark){body,.page{background:#16181d!important}.sheet{background:#1f2229!important}
p,h1{color:#e8eaed!important}.button{background:#a79ffb!important;color:#17142f!important}a:not(.button){color:#a79ffb!important}}`;

/** @param service the name of the service, which stands above. */
export function mailHtml(service: string, { subject, text, links = {}, unsubscribe }: MailText): string {
  const body = text
    .split('\n\n')
    .map((part) => {
      if (part === unsubscribe) return small(part, 'Switch these mails off');
      const label = links[part];
      return ALONE.test(part) && label !== undefined ? button(part, label) : paragraph(part);
    })
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${DARK}</style>
</head>
<body style="margin:0;padding:0;background:#f2f4f7">
<div class="page" style="padding:24px 12px;background:#f2f4f7">
<div class="sheet" style="max-width:560px;margin:0 auto;padding:24px;border-radius:12px;background:#ffffff;${FONT};font-size:16px;line-height:1.5">
<h1 style="margin:0 0 16px;font-size:16px;color:#1d2129">${escaped(service)}</h1>
${body}
</div>
</div>
</body>
</html>`;
}

function button(href: string, label: string): string {
  return `<p style="margin:0 0 16px"><a class="button" href="${escaped(href)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#4a3fd1;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>`;
}

function paragraph(text: string): string {
  const linked = escaped(text)
    .replace(ROW, '<br>')
    .replaceAll('\n', ' ')
    .replace(LINK, (href) => `<a href="${href}" style="color:#4a3fd1">${href}</a>`);
  return `<p style="margin:0 0 16px;color:#1d2129;overflow-wrap:anywhere;word-break:break-word">${linked}</p>`;
}

const small = (href: string, label: string) =>
  `<p style="margin:0;font-size:14px"><a href="${escaped(href)}" style="color:#4a3fd1">${escaped(label)}</a></p>`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
