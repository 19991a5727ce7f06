// A number on a page comes from the domain: a list page knows its own length, but not how much comes after
// it.
import { describe, expect, it } from 'vitest';
import { counted } from '../../src/console/format.tsx';
import { MOST_COUNTED } from '../../src/db/count-listed.ts';
import { read, sources } from './support/sources.ts';

/** Lengths that pages use for more than a comparison, and why each is the whole count. */
const WHOLE: Readonly<Record<string, string>> = {
  'components/chart.tsx: points.length': 'the width of a bar',
  'components/filters.tsx: ).length': 'a form has all of its filters',
  'components/filters.tsx: held.length': 'a form has all of its filters',
  'cookies.ts: wanted.length': 'characters of a name',
  'islands/embed/submit-form.tsx: file.size': 'bytes',
  'islands/uploads/begun.ts: file.size': 'bytes',
  'islands/uploads/upload.ts: file.size': 'bytes',
  'islands/uploads/upload.ts: one.size': 'bytes',
  'islands/video-upload.ts: file.size': 'bytes',
  'islands/keyboard.ts: links.length': 'the end of the links that a key moves among',
  'islands/lists.ts: ).length': 'a form has all that was selected',
  'islands/lists.ts: chosen.length': 'said of what is selected',
  'islands/preflight.tsx: empty.length': 'a preflight answers all problems at once',
  'islands/preflight.tsx: warnings.length': 'a preflight answers all problems at once',
  'islands/preflight.tsx: wrong.length': 'a preflight answers all problems at once',
  'islands/talk/keyboard.ts: rows.length': 'the end of the rows that a key moves among',
  'islands/thread.ts: fresh.length': 'said of what has just come, below what is shown',
  'layouts/place-frame.tsx: ).length': 'characters of a path',
  'pages/analytics/analytics.tsx: rows.length': 'an answer has all rows of its range',
  'pages/apps/apps.tsx: app.redirectUris.length': 'a record has all of its addresses',
  'pages/campaigns/timeline.tsx: told.length': 'behind it the page says where a timeline ends',
  'pages/submissions/rounds.tsx: one).length': 'a record has all of its versions',
  'pages/submissions/rounds.tsx: rounds.length': 'a record has all of its versions',
  'pages/connections/shop.tsx: orders.length': 'the orders that a request names, which are no list page',
  'pages/campaigns/timeline.tsx: steps.length': 'behind it the page says where a timeline ends',
  ...Object.fromEntries(
    ['chosen', 'failed', 'fitting', 'now', 'picked', 'refused'].map((which) => [
      `pages/lists/bulk.tsx: ${which}.length`,
      'said of what is selected',
    ]),
  ),
  'pages/money/charge.tsx: items.length': 'said of what is shown: the first of so many',
  'pages/money/payments.tsx: some.length': 'said of what is selected',
  'pages/plans/changes.tsx: rows.length': 'a plan has all of its steps',
  'pages/plans/progress.tsx: alike.length': 'an operation has all of its steps',
  'pages/programs/pay-fields.tsx: pay.rules.length': 'a program has all of its rules',
  'pages/programs/duplicate.ts: SUFFIX.length': 'characters of a name',
  ...Object.fromEntries(
    ['agreements', 'products', 'pay.rules'].flatMap((part) =>
      ['one', 'copy'].map((which) => [
        `pages/programs/duplicate.ts: ${which}.${part}.length`,
        'a program has all of them',
      ]),
    ),
  ),
  'pages/staff/facts.tsx: earnings.length': 'a step has all of its changes',
  'pages/staff/corrections.tsx: lines.length': 'said of what is shown: the oldest of so many',
};

const LENGTH = /[\w.?!]*[\w)\]]\??\.(?:length|size)\b(?!\s*\()/g;
const COMPARED_BEHIND = /^\s*(?:[<>]=?|[!=]==)/;
const COMPARED_BEFORE = /(?:(?<!=)[<>]=?|[!=]==)\s*$/;

/** Each length in a text that is not only compared with something. */
function lengthsUsed(text: string): string[] {
  return [...text.matchAll(LENGTH)]
    .filter((found) => {
      const end = found.index + found[0].length;
      const sum = /^\s*[-+*]\s*[\w.]+/.exec(text.slice(end))?.[0].length ?? 0;
      return (
        !COMPARED_BEHIND.test(text.slice(end + sum)) &&
        !COMPARED_BEHIND.test(text.slice(end)) &&
        !COMPARED_BEFORE.test(text.slice(0, found.index).replace(/[\w.]+\s*[-+]\s*$/, ''))
      );
    })
    .map(([whole]) => whole.replace(/^!+/, ''));
}

describe('a number on a page', () => {
  it('is never the length of a list page', () => {
    const found = sources('src/console')
      .filter((path) => !path.includes('.generated.'))
      .flatMap((path) =>
        lengthsUsed(read(path)).map((used) => `${path.replace('src/console/', '')}: ${used}`),
      );
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(WHOLE).toSorted());
  });

  it('is found by this rule wherever it is made of a length', () => {
    const texts = [
      'count(items.length)',
      'const n = page.items.length;',
      'words + found.items.length',
      '<p>{items.length}</p>',
      'items.filter(isLive).length + 1',
    ];
    for (const text of texts) expect(lengthsUsed(text), text).toHaveLength(1);
    for (const text of ['items.length === 0 && x', 'a.length > b.length', 'told.length - SHOWN > 0'])
      expect(lengthsUsed(text), text).toEqual([]);
  });

  it('says where counting stopped', () => {
    expect(counted({ count: MOST_COUNTED, more: false })).toBe('1,000');
    expect(counted({ count: MOST_COUNTED, more: true })).toBe('1,000+');
  });
});
