// A mail is sent once, by the first run, and its content is not kept.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addMail } from '../../../../src/domains/accounts/mails/add-mail.ts';
import { defineMail } from '../../../../src/domains/accounts/mails/define-mail.ts';
import { listLocalMails } from '../../../../src/domains/accounts/mails/list-local-mails.ts';
import { sendMails } from '../../../../src/domains/accounts/mails/send-mails.ts';
import { changePassword } from '../../../../src/domains/accounts/people/change-password.ts';
import { endSession } from '../../../../src/domains/accounts/people/end-session.ts';
import { forgetExpired } from '../../../../src/domains/accounts/people/forget-expired.ts';
import { listSessions } from '../../../../src/domains/accounts/people/list-sessions.ts';
import { signUp } from '../../../../src/domains/accounts/sign-ups/sign-up.ts';
import { verifyEmail } from '../../../../src/domains/accounts/sign-ups/verify-email.ts';
import { createProfile } from '../../../../src/domains/work/claims/create-profile.ts';
import { takeOver } from '../../../../src/domains/work/claims/take-over.ts';
import type { Env } from '../../../../src/env.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx as makeCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { expectLogged } from '../../../harness/logs.ts';
import { commit, linkTo, mintPerson, personAt, signInWhole } from '../../../harness/people/people.ts';
import { receivers } from '../../../harness/webhooks.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const MAIL_API = 'https://mail.example/send';
const sending = { ...testEnv, MAIL_API_URL: MAIL_API, MAIL_API_KEY: 'key' } as unknown as Env;
const rowOf = (recipient: string) =>
  testEnv.DB.prepare('SELECT * FROM mails WHERE recipient = ?').bind(recipient).first();
const ctxAt = (env: Env, now: number) => makeCtx(env, now);
const SECRET = 'https://service.test/verify?token=secret';
const HELLO = defineMail({
  to: 'proved',
  slots: {},
  write: () => ({ subject: 'Hello', text: SECRET }),
});

/** One that people can switch off. */
const SWITCHED = defineMail({
  to: 'proved',
  slots: {},
  write: ({ link }) => ({ subject: 'News', text: 'News', unsubscribe: link('/unsubscribe/x') }),
});

afterEach(() => vi.unstubAllGlobals());

/** A mail that waits because it could not be sent. */
async function waiting(recipient: string): Promise<void> {
  await commit((ctx) => addMail(ctx, recipient, HELLO, {}));
}

describe('a mail', () => {
  it('goes out behind the commit of what it tells of, and what it said is gone', async () => {
    const received = receivers({ [MAIL_API]: () => new Response('{}') });
    await commit((ctx) => addMail(ctx, 'one@people.example', HELLO, {}), sending);
    expect(received).toHaveLength(1);
    expect(received[0]!.headers.get('authorization')).toBe('Bearer key');
    expect(JSON.parse(received[0]!.body)).toMatchObject({
      to: 'one@people.example',
      subject: 'Hello',
      text: SECRET,
      html: expect.stringMatching(/^<!doctype html>.*verify\?token=secret/s),
      bounces: expect.stringMatching(/^https:\/\/service\.test\/webhooks\/mail\/mail_\w{26}\/[0-9a-f]{32}$/),
    });
    expect(JSON.parse(received[0]!.body)).not.toHaveProperty('headers');
    await commit((ctx) => addMail(ctx, 'one@people.example', SWITCHED, {}), sending);
    expect(JSON.parse(received[1]!.body).headers).toEqual({
      'List-Unsubscribe': '<https://service.test/unsubscribe/x>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(await rowOf('one@people.example')).toMatchObject({
      body: null,
      due_at: null,
      sent_at: expect.any(Number),
    });
  });

  it('is sent once by two runs of the job, tried again after a failure, and given up in the end', async () => {
    const to = 'two@people.example';
    expectLogged('error', /it answered 500|TypeError/);
    await waiting(to);
    expect(JSON.stringify(await rowOf(to))).not.toContain('secret');
    const down = receivers({ [MAIL_API]: () => new Response('no', { status: 500 }) });
    const now = clock.now();
    await Promise.all([sendMails(ctxAt(sending, now)), sendMails(ctxAt(sending, now))]);
    expect(down).toHaveLength(1);
    expect(await rowOf(to)).toMatchObject({ attempts: 1, sent_at: null });
    await sendMails(ctxAt(sending, now + 1));
    expect(down).toHaveLength(1);
    const up = receivers({ [MAIL_API]: () => new Response('{}') });
    await Promise.all([1, 2, 3].map(() => sendMails(ctxAt(sending, now + 2 * MINUTE_MS))));
    expect(up).toHaveLength(1);
    expect(up[0]!.headers.get('idempotency-key')).toBe(down[0]!.headers.get('idempotency-key'));
    expect(await rowOf(to)).toMatchObject({ body: null, attempts: 2 });

    await waiting('three@people.example');
    receivers({});
    const tries: number[] = [];
    for (;;) {
      const due = (await rowOf('three@people.example'))!.due_at as number | null;
      if (due === null) break;
      tries.push(due - now);
      await sendMails(ctxAt(sending, due));
    }
    expect(tries.at(-1)).toBeGreaterThan(23 * HOUR_MS);
    expect(tries.at(-1)).toBeLessThanOrEqual(DAY_MS);
    expect(await rowOf('three@people.example')).toMatchObject({
      body: null,
      due_at: null,
      sent_at: null,
      attempts: tries.length,
    });
  });

  it('is read on a page of a machine of one’s own, and on no other', async () => {
    await waiting('four@people.example');
    const local = makeCtx({ ...testEnv, ALLOW_LOCAL_URLS: 'true' } as Env, clock.now());
    expect(await listLocalMails(local)).toContainEqual(
      expect.objectContaining({ to: 'four@people.example', text: SECRET }),
    );
    expect(await listLocalMails(systemCtx())).toEqual([]);
  });

  it('is not promised where nothing can seal it', async () => {
    const env = { ...testEnv, SEALING_KEYS: undefined } as unknown as Env;
    const mail = commit((ctx) => addMail(ctx, 'five@people.example', HELLO, {}), env);
    await expect(mail).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('and whatever else ran out is forgotten', async () => {
    await waiting('six@people.example');
    const person = await mintPerson();
    await forgetExpired(systemCtx(clock.now() + 8 * DAY_MS));
    const count = (table: string) => testEnv.DB.prepare(`SELECT COUNT(*) AS n FROM ${table}`).first('n');
    expect(await Promise.all(['mails', 'sessions', 'attempts'].map(count))).toEqual([0, 0, 0]);
    expect(await personAt(person.token, null)).toBeNull();
  });
});

describe('a creator', () => {
  it('is offered what was written at the address, takes it over, and is at it from then on', async () => {
    const brand = await mintAccount();
    const record = await mintCreator(brand.key);
    await commit((ctx) =>
      signUp(ctx, { name: 'Lena', email: record.email, password: 'long enough', profile: 'creator' }, null),
    );
    const token = await linkTo(record.email);
    const { personId } = await commit((ctx) => verifyEmail(ctx, { token, password: 'long enough' }, null));
    const { token: session } = await commit((ctx) =>
      signInWhole(
        ctx,
        { email: record.email, password: 'long enough' },
        { network: '192.0.2.1', userAgent: 'A', device: null },
      ),
    );
    expect(await personAt(session, record.id)).toMatchObject({ actor: null, places: [] });
    await commit((ctx) => takeOver(ctx, personId, record.id));
    expect(await personAt(session, record.id)).toMatchObject({
      place: { id: record.id, type: 'creator', role: null },
      actor: { by: 'person', role: null, home: null, account: null, creator: record.id },
    });
    expect((await call('GET', '/v1/balance', { key: brand.key, as: record.id })).status).toBe(403);
    const other = await mintPerson();
    expect(await personAt(other.token, record.id)).toMatchObject({ actor: null });

    // The person's sessions: this one, and another one that a new password ends.
    await commit((ctx) =>
      signInWhole(
        ctx,
        { email: record.email, password: 'long enough' },
        { network: null, userAgent: 'B', device: null },
      ),
    );
    const open = await listSessions(systemCtx(), personId);
    expect(open.map(({ userAgent }) => userAgent).toSorted()).toEqual(['A', 'B']);
    const here = (await personAt(session, null))!.session.id;
    const who = { personId, email: record.email, sessionId: here };
    const change = (current: string) =>
      commit((ctx) => changePassword(ctx, who, { current, password: 'another one' }));
    await expect(change('wrong')).rejects.toMatchObject({ code: 'validation_failed' });
    await change('long enough');
    expect((await listSessions(systemCtx(), personId)).map(({ id }) => id)).toEqual([here]);
    await expect(commit((ctx) => endSession(ctx, other.id, here))).rejects.toMatchObject({
      code: 'not_found',
    });
    await commit((ctx) => endSession(ctx, personId, here));
    expect(await personAt(session, null)).toBeNull();
  });

  it('of whom nobody has written begins a profile, one', async () => {
    const email = 'fresh@creators.example';
    await commit((ctx) =>
      signUp(ctx, { name: 'Fred', email, password: 'long enough', profile: 'creator' }, null),
    );
    const token = await linkTo(email);
    const { personId } = await commit((ctx) => verifyEmail(ctx, { token, password: 'long enough' }, null));
    const row = await testEnv.DB.prepare(
      'SELECT name, email, managed_by, claimed_at FROM creators WHERE person_id = ?',
    )
      .bind(personId)
      .all();
    expect(row.results).toEqual([{ name: 'Fred', email, managed_by: null, claimed_at: expect.any(Number) }]);
    const create = (id: string) => commit((ctx) => createProfile(ctx, { id, name: 'Fred', email }));
    await expect(create(personId)).rejects.toMatchObject({ code: 'conflict' });
    const atOnce = await Promise.allSettled([1, 2, 3].map(() => create('user_somebody_else')));
    expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
