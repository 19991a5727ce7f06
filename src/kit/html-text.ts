// Plain text of HTML that people wrote in an editor. It is for reading, and no protection: the text is escaped again
// wherever it is shown.

import { cutText } from './cut-text.ts';
import { withoutInvisible } from './one-line.ts';

/** Elements whose content nobody reads. */
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'head', 'title']);
/** Elements that begin a line of their own. */
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', copy: '©', reg: '®', trade: '™' },
  ...{ ndash: '–', mdash: '—', hellip: '…', bull: '•', middot: '·', times: '×', deg: '°', frac12: '½' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', euro: '€', pound: '£' },
};

/** @param most the longest text that is wanted, in UTF-16 units. The time is linear in the length of `html`. */
export function htmlText(html: string, most: number): string {
  let out = '';
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    if (open < 0) {
      out += html.slice(at);
      break;
    }
    out += html.slice(at, open);
    if (html.startsWith('<!--', open)) {
      at = behind(html, '-->', open);
      continue;
    }
    if (!/[a-z/!?]/i.test(html[open + 1] ?? '')) {
      out += '<';
      at = open + 1;
      continue;
    }
    at = behind(html, '>', open);
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]{0,19})/i.exec(html.slice(open, open + 24)) ?? [];
    const tag = name.toLowerCase();
    if (slash === '' && SILENT.has(tag)) at = behindElement(html, tag, at);
    else if (BLOCKS.has(tag)) out += '\n';
  }
  return cutText(tidy(decoded(out)), most);
}

/** The place behind the next `end`; the end of the text if there is none. */
function behind(html: string, end: string, from: number): number {
  const at = html.indexOf(end, from);
  return at < 0 ? html.length : at + end.length;
}

function behindElement(html: string, tag: string, from: number): number {
  const close = new RegExp(`</${tag}[^a-z0-9]`, 'gi');
  close.lastIndex = from;
  const found = close.exec(html);
  return found ? behind(html, '>', found.index) : html.length;
}

const decoded = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,7}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isText = code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isText ? String.fromCodePoint(code) : ' ';
  });

const tidy = (text: string) =>
  withoutInvisible(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
