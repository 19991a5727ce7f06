// What all pages have: headers, protection of forms, refusals, and a limited weight.
import { describe, expect, it } from 'vitest';
import { asset } from '../../src/console/assets.ts';
import { groupsAt } from '../../src/console/pages.ts';
import { returnPath } from '../../src/console/return-path.ts';
import {
  ask,
  newBrowser,
  type PageAnswer,
  send,
  sendShown,
  signedIn,
  wordsOf,
} from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

const FORM = '/components';

describe('a page', () => {
  it('runs nothing but our own files, is framed by nobody, tells nobody where it was, and is not kept', async () => {
    for (const path of ['/', FORM, '/app/nothing', '/nothing', '/ui/nothing.js', asset('console.css')]) {
      const { headers, html } = await ask(newBrowser(), path, { headers: { 'Request-Id': `my${path}` } });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=/);
      expect(headers.get('request-id')).toBe(`my${path}`);
      expect(headers.get('ratelimit-policy')).toBe('"reads";q=1000;w=10');
      if (path.endsWith('.css')) continue;
      const policy = headers.get('content-security-policy') ?? '';
      if (headers.has('location')) continue;
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "form-action 'self'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
        ]),
      );
      expect(policy).not.toMatch(/unsafe|\*|data: *;? *script/);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(html).not.toMatch(
        / style="|<style|<script(?![^>]+src=")| on[a-z]+="|https?:\/\/(?!service\.(test|example)|www\.w3\.org)/,
      );
    }
  });

  it('escapes what others wrote', async () => {
    const answer = await send(newBrowser(), FORM, 'try', { name: '"><img src=x onerror=alert(1)>' });
    expect(answer.html).not.toContain('<img src=x');
    expect(answer.html).toContain('&quot;&gt;&lt;img');
  });

  it('is small: 60 kB of HTML at most, 35 kB of script, gzipped', async () => {
    const { html } = await ask(newBrowser(), FORM);
    expect(await gzipped(html)).toBeLessThan(60_000);
    const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, src]) => src!);
    expect(scripts).toEqual([asset('enhance.js')]);
    let size = 0;
    for (const src of scripts) size += await gzipped((await ask(newBrowser(), src)).html);
    expect(size).toBeLessThan(35_000);
  });

  it('has files under names that hold their content, kept for a year; others are missing', async () => {
    const css = await ask(newBrowser(), asset('console.css'));
    expect([css.status, css.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(css.headers.get('cache-control')).toContain('immutable');
    expect(css.html).not.toMatch(/url\(["']?https?:|@import/);
    for (const path of ['/ui/console.css', '/ui/../x', '/ui/constructor', '/ui/'])
      expect((await ask(newBrowser(), path)).status, path).toBe(404);
  });
});

async function gzipped(text: string): Promise<number> {
  const stream = new Response(text).body!.pipeThrough(new CompressionStream('gzip'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

describe('a form', () => {
  it('is done and answered with a redirect, and the next page says so once', async () => {
    const browser = newBrowser();
    const done = await send(browser, FORM, 'revoke');
    expect([done.status, done.headers.get('location')]).toEqual([303, '/components']);
    expect(wordsOf(await ask(browser, FORM))).toContain('was revoked.');
    expect(wordsOf(await ask(browser, FORM))).not.toContain('was revoked.');
  });

  it('comes again with errors at their fields and the input kept', async () => {
    const answer = await send(newBrowser(), FORM, 'try', { name: 'Kept <name>', email: 'odd' });
    expect(answer.status).toBe(422);
    expect(answer.html).toMatch(
      /value="Kept &lt;name&gt;"[^>]*aria-invalid="true"[^>]*aria-describedby="try-name-error try-name-hint"/,
    );
    expect(answer.html).toMatch(/id="try-email-error">This is no email address/);
    expect(answer.html).toContain('role="alert"');
  });

  it('of which the browser keeps a draft is named by the page after it, once, and by none if it was refused', async () => {
    const [browser, draft] = [newBrowser(), '01234567-89ab-cdef-0123-456789abcdef'];
    await send(browser, FORM, 'try', { name: 'Kept', email: 'odd', _draft: draft });
    const accepted = async () => /data-accepted="([^"]*)"/.exec((await ask(browser, FORM)).html)?.[1];
    expect(await accepted()).toBeUndefined();
    await send(browser, FORM, 'revoke', { _draft: `${draft}">` });
    expect(await accepted()).toBeUndefined();
    await send(browser, FORM, 'revoke', { _draft: draft });
    expect(await accepted()).toBe(draft);
    expect(await accepted()).toBeUndefined();
  });

  it('of another site does nothing, whatever it knows', async () => {
    const browser = newBrowser();
    for (const site of ['cross-site', 'same-site', 'none']) {
      const answer = await send(browser, FORM, 'revoke', {}, { headers: { 'Sec-Fetch-Site': site } });
      expect([answer.status, answer.headers.get('location')], site).toEqual([403, null]);
    }
    const page = await ask(browser, FORM);
    const token = /name="_token" value="([^"]+)"/.exec(page.html)![1]!;
    const old = { Origin: 'https://elsewhere.example' };
    const answer = await ask(browser, FORM, { headers: old, fields: { _token: token, _action: 'revoke' } });
    expect(answer.status).toBe(403);
  });

  it('needs the token of its own browser, and is shown again where that is gone', async () => {
    const [own, other] = [newBrowser(), newBrowser()];
    const page = await ask(other, FORM);
    const foreign = /name="_token" value="([^"]+)"/.exec(page.html)![1]!;
    await ask(own, FORM);
    for (const _token of [foreign, '', own.cookies.get('__Host-form')!]) {
      const answer = await ask(own, FORM, {
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        fields: { _token, _action: 'revoke', name: 'x' },
      });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('location')).toBeNull();
      expect(wordsOf(answer)).toContain('so nothing was saved');
    }
  });

  it('has a cookie that only this host can set and no script reads, given only to who has a form', async () => {
    expect((await ask(newBrowser(), '/')).headers.getSetCookie()).toEqual([]);
    const [cookie] = (await ask(newBrowser(), FORM)).headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-form=[0-9A-Za-z]{32}; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
  });

  it('is refused in another type, and too large; an unknown one does nothing', async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
    expect((await ask(newBrowser(), FORM, { method: 'POST', headers })).status).toBe(415);
    const large = { _action: 'try', name: 'x'.repeat(300_000) };
    expect(
      (await ask(newBrowser(), FORM, { headers: { 'Sec-Fetch-Site': 'same-origin' }, fields: large })).status,
    ).toBe(413);
    for (const action of ['nothing', 'constructor', ''])
      expect((await send(newBrowser(), FORM, action)).status, action).toBe(405);
  });
});

describe('a refusal', () => {
  it('is a page that says what to do: nothing there, not allowed, broken', async () => {
    const missing = await ask(newBrowser(), '/components/none');
    expect(missing.status).toBe(404);
    expect(wordsOf(missing)).toContain('Page not found');
    expect((await ask(newBrowser(), '/', { method: 'DELETE' })).status).toBe(405);
    const broken = await ask({ cookies: new Map([['__Host-session', 'x'.repeat(43)]]) }, '/app', {
      env: {
        ...testEnv,
        DB: {
          prepare: () => {
            throw new Error('secret detail');
          },
        } as never,
      },
    });
    expect(broken.status).toBe(500);
    expect(wordsOf(broken)).toMatch(/Something went wrong.*req_/);
    expect(broken.html).not.toContain('secret detail');
  });

  it('of an action that may have happened says so, shows how things are, and takes effect once when sent again', async () => {
    const brand = await mintAccount();
    const admin = await signedIn(await personOf(brand, 'admin'));
    const path = `/app/${brand.id}/programs/new`;
    const names = async () =>
      (await call('GET', '/v1/programs', brand)).body.data.map(({ name }: { name: string }) => name);
    const fields = (name: string) => ({ name, 'pay.currency': 'usd', 'brief.summary': 'As it was typed.' });
    const lost = async (name: string, how: Parameters<typeof cutOff>[0]) => {
      const page = await ask(admin, path);
      return [
        page,
        await sendShown(admin, path, page, 'create', fields(name), { env: cutOff(how) }),
      ] as const;
    };

    const [sent, shown] = await lost('Never written', 'before the write');
    expect([shown.status, wordsOf(shown)]).toEqual([
      500,
      expect.stringMatching(/we do not know whether this took effect.*req_/),
    ]);
    expect(shown.html).toContain('As it was typed.');
    expect(keyIn(shown)).toBe(keyIn(sent));
    expect(shown.html).not.toContain('secret detail');
    expect(await names()).toEqual([]);
    expect((await sendShown(admin, path, shown, 'create', fields('Never written'))).status).toBe(303);

    // Nothing can be read any more, so there is no form to show: going back shows it with the key that it had.
    const [page, broken] = await lost('Written', 'from the write on');
    expect([broken.status, wordsOf(broken)]).toEqual([
      500,
      expect.stringMatching(/We do not know whether this took effect. Go back.*req_/),
    ]);
    expect(await names()).toEqual(['Written', 'Never written']);
    expect((await sendShown(admin, path, page, 'create', fields('Written'))).status).toBe(303);
    expect((await sendShown(admin, path, shown, 'create', fields('Never written'))).status).toBe(303);
    expect(await names()).toEqual(['Written', 'Never written']);
  });

  it('leads whoever is not signed in to the sign-in and back', async () => {
    for (const path of ['/app', '/app/acct_01k2d9q3v7h5m8r4t6w0x1y2z3/payments?status=failed']) {
      const { status, headers } = await ask(newBrowser(), path);
      expect([status, headers.get('location')]).toEqual([303, `/sign-in?to=${encodeURIComponent(path)}`]);
    }
  });

  it('never leads anywhere but to a page of ours', () => {
    expect(returnPath('/app/acct_1/keys?x=1')).toBe('/app/acct_1/keys?x=1');
    for (const asked of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/v1/account',
      '/app\n',
      '/app/../../v1/keys',
      '',
      null,
    ])
      expect(returnPath(asked), String(asked)).toBe('/app');
  });
});

describe('the pages', () => {
  it('are announced by the API where their Worker is not running', async () => {
    for (const path of ['/', '/app', '/sign-in', '/api/auth/oauth2/authorize']) {
      const answer = await call('GET', path);
      expect([answer.status, answer.body.error.message], path).toEqual([
        404,
        expect.stringContaining('npm run dev'),
      ]);
    }
    expect((await call('GET', '/apple')).body.error.message).toBe('No such endpoint.');
  });

  it('are loaded by the beginnings of their paths', () => {
    const names = (path: string) => groupsAt(path).flatMap(({ under }) => under[0]!);
    expect(names('/')).toEqual(['/']);
    expect(names('/app')).toEqual(['/app/']);
    expect(names('/app/acct_1')).toEqual(['/app/:place/']);
    expect(names('/app/acct_1/')).toEqual(['/app/:place/']);
    expect(names('/nothing')).toEqual([]);
  });
});

/** The key that makes a form that is sent twice take effect once. */
const keyIn = ({ html }: PageAnswer) => /name="_once" value="(req_[^"]+)"/.exec(html)?.[1];

/** A database whose connection is lost before a program is written, or from then on. */
function cutOff(how: 'before the write' | 'from the write on') {
  let writes = false;
  let isLost = false;
  const lose = () => {
    isLost = true;
    throw new Error('secret detail');
  };
  const DB = {
    prepare: (text: string) => {
      if (isLost && how === 'from the write on') lose();
      writes ||= /^insert into "programs"/.test(text);
      return testEnv.DB.prepare(text);
    },
    batch: async (statements: D1PreparedStatement[]) => {
      if (writes && !isLost && how === 'before the write') lose();
      const answer = await testEnv.DB.batch(statements);
      if (writes && how === 'from the write on') lose();
      return answer;
    },
  };
  return { ...testEnv, DB: DB as never };
}
