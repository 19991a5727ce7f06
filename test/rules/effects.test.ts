// What the storm of every action (test/journeys/storm/every-action.test.ts) takes for the effect of a click: never what a page
// merely says, where a record should tell.
import { describe, expect, it } from 'vitest';
import { newId } from '../../src/kit/ids.ts';
import type { Clicked, Effect } from '../journeys/support/actions/effects.ts';
import { effectOf } from '../journeys/support/actions/expected.ts';

const AT = Date.parse('2026-03-01T10:00:00.000Z');
const SINCE = new Date(AT).toISOString();
const PAGE = 'https://service.test/app/acct_1/things';

const clicked = (more: Partial<Clicked> = {}): Clicked => ({
  ...{ path: '/app/acct_1/things', url: PAGE, html: '<p>Done.</p>', chosen: [], files: [], since: SINCE },
  ...more,
});
const answer = (data: unknown) => `200 ${JSON.stringify({ data })}`;

/** Whether an effect is seen when all that it reads is `then` before the click, and `now` after it. */
function isSeen(effect: Effect, then: string, now: string, more: Partial<Clicked> = {}): boolean {
  const paths = effect.reads.flatMap((path) =>
    more.chosen && path.includes(':chosen') ? more.chosen.map((id) => path.replace(':chosen', id)) : path,
  );
  const reading = (text: string) => new Map(paths.map((path) => [path, text]));
  return effect.missing(reading(then), reading(now), clicked(more)) === '';
}

describe('the effect of a click', () => {
  it('that starts a thread is a message of the thread since then', () => {
    const start = effectOf('/app/:place/messages/new start');
    const [old, sent] = [{ createdAt: new Date(AT - 1).toISOString() }, { createdAt: SINCE }];
    expect(isSeen(start, '', answer([old]))).toBe(false);
    expect(isSeen(start, '', answer([]))).toBe(false);
    expect(isSeen(start, '', '404 {}')).toBe(false);
    expect(isSeen(start, '', answer([sent, old]))).toBe(true);
  });

  it('that moves a record is its new status, and nothing else of it', () => {
    const pause = effectOf('/app/:place/codes/:code pause');
    const code = (status: string, version: number) => answer({ status, version });
    expect(isSeen(pause, code('active', 1), code('active', 2))).toBe(false);
    expect(isSeen(pause, code('active', 1), '500 {}')).toBe(false);
    expect(isSeen(pause, code('active', 1), code('paused', 1))).toBe(true);
  });

  it('that shows an access code is the code itself, and one more showing', () => {
    const reveal = effectOf('/app/:place/products/:product reveal');
    const times = (count: number) => `Times that day</th><td>${count}</td></table>`;
    const hidden = '<h2>Access code</h2><form><button>Show</button></form><code>prod_1</code>';
    const code = '<h2>Access code</h2><p><code>SHOES-10</code></p>';
    expect(isSeen(reveal, times(1), times(2), { html: hidden })).toBe(false);
    expect(isSeen(reveal, times(1), times(1), { html: code })).toBe(false);
    expect(isSeen(reveal, times(1), times(2), { html: code })).toBe(true);
  });

  it('that makes a record is one that the list did not hold', () => {
    const create = effectOf('/app/:place/programs/new create');
    const [one, two] = [{ id: 'prog_1' }, { id: 'prog_2' }];
    expect(isSeen(create, answer([two, one]), answer([one]))).toBe(false);
    expect(isSeen(create, answer([one]), answer([two, one]))).toBe(true);
  });

  it('on several records is on each of them', () => {
    const approve = effectOf('/app/:place/submissions bulk:approve');
    const [then, now] = [answer({ status: 'review' }), answer({ status: 'approved' })];
    const chosen = ['sub_1', 'sub_2'];
    expect(isSeen(approve, then, now, { chosen })).toBe(true);
    expect(isSeen(approve, then, now)).toBe(false);
    const reading = (second: string) =>
      new Map([now, second].map((text, n) => [`/v1/submissions/${chosen[n]}`, text]));
    expect(approve.missing(reading(then), reading(then), clicked({ chosen }))).not.toBe('');
    const before = new Map(chosen.map((id) => [`/v1/submissions/${id}`, then]));
    expect(approve.missing(before, reading(then), clicked({ chosen }))).not.toBe('');
  });

  it('that exports a list leads to an export that is no older', () => {
    const exports = effectOf('/app/:place/payments export');
    const html = 'The file is being written';
    const led = (at: number) => ({ url: `https://service.test/app/acct_1/exports/${newId('export', at)}` });
    expect(isSeen(exports, '', '', { html, ...led(AT - 1) })).toBe(false);
    expect(isSeen(exports, '', '', led(AT))).toBe(false);
    expect(isSeen(exports, '', '', { html, ...led(AT) })).toBe(true);
  });

  it('that is only logged is one more entry', () => {
    const roll = effectOf('/app/:place/keys/:key roll');
    const html = 'Your new secret';
    expect(isSeen(roll, '<tr>', '<tr>', { html })).toBe(false);
    expect(isSeen(roll, '<tr>', '<tr><tr>')).toBe(false);
    expect(isSeen(roll, '<tr>', '<tr><tr>', { html })).toBe(true);
  });

  it('is said of each kind of action, or refused', () => {
    expect(() => effectOf('/somewhere else')).toThrow('Nobody has said');
  });
});
