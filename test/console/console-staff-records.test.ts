// What the staff sees of a record, and how it finds the record's owner.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Env } from '../../src/env.ts';
import { newId } from '../../src/kit/ids.ts';
import * as clock from '../harness/clock.ts';
import { decideOn, mintPaid, mintPayment, mintScene } from '../harness/money/payments.ts';
import { ask, type Browser, browserOf, wordsOf } from '../harness/pages/pages.ts';
import { mintPerson } from '../harness/people/people.ts';
import { mintFile } from '../harness/work/creators.ts';
import { mintSubmission, mintVideo } from '../harness/work/submissions.ts';
import { call, mintAccount, testEnv, withVars } from '../harness/world.ts';

let staff: Browser;
/** A developer's machine, which needs no second factor. */
let env: Env;

beforeAll(async () => {
  const ada = await mintPerson();
  staff = browserOf(ada);
  env = withVars(testEnv, { STAFF_PEOPLE: `ada:${ada.email}`, ALLOW_LOCAL_URLS: 'true' });
});

const open = (path: string) => ask(staff, path, { env });

describe('a record', () => {
  it('shows the work itself, both sides with their addresses, and words in place of fields', async () => {
    const pair = await mintPaid(10);
    const [video, still] = [
      await mintVideo(pair),
      await mintFile(pair.creator.as, 'thumbnail', { type: 'image/png' }),
    ];
    await call('PATCH', `/v1/files/${video}`, { ...pair.creator, body: { thumbnail: still } });
    const submission = await mintSubmission(pair, {
      file: video,
      caption: 'Fresh <cup>',
      url: 'https://www.tiktok.com/@mia/video/7300000000000000009',
      platform: 'tiktok',
    });
    const row = await mintPayment(pair, { submission: submission.id, approval: 'manual' });
    await decideOn(pair, row.id, 'dispute', { reason: 'Not what was agreed.' });
    const owner = await mintPerson({ [pair.brand.id]: 'owner' });
    await testEnv.DB.batch([
      testEnv.DB.prepare(
        "UPDATE accounts SET email = 'desk@brand.example', phone = '+4930901820' WHERE id = ?",
      ).bind(pair.brand.id),
      testEnv.DB.prepare("UPDATE submissions SET note = 'Show the cup.' WHERE id = ?").bind(submission.id),
      testEnv.DB.prepare("UPDATE creators SET email = 'mia@creators.example' WHERE id = ?").bind(
        pair.creator.as,
      ),
      testEnv.DB.prepare("UPDATE accounts SET email = 'desk@agency.example' WHERE id = ?").bind(pair.partner),
    ]);
    const page = await open(`/staff/review-queue/payments/${row.id}`);
    const words = wordsOf(page);
    expect(page.html).toMatch(
      new RegExp(`<video [^>]*src="[^"]*/files/${video}\\?[^"]*"[^>]*poster="[^"]*/files/${still}`),
    );
    expect(words).toMatch(
      /Submission Caption Fresh &lt;cup&gt; Program .* Note of the brand Show the cup\. .*Post https:\/\/www\.tiktok\.com/,
    );
    expect(page.html).toContain('<a href="https://www.tiktok.com/@mia/video/7300000000000000009"');
    expect(page.html).toMatch(new RegExp(`<a href="[^"]*/files/${video}\\?[^"]*"[^>]*>Open the video`));
    expect(page.html).toContain('<a href="tel:+4930901820">');
    for (const address of ['desk@brand.example', owner.email, 'mia@creators.example', 'desk@agency.example'])
      expect(page.html, address).toContain(`<a href="mailto:${address}">`);
    expect(words).toMatch(
      /Amount \$100\.00 Creator earns \$90\.00 Service fee \$\d+\.\d\d Partner’s share \$10\.00 Status Disputed/,
    );
    expect(words).toMatch(/Reason of the dispute Not what was agreed\. Disputed \d+ /);
    expect(page.html).toContain(`href="/staff/ledgers?holder=${pair.creator.as}"`);
    expect(page.html).toContain(`href="/staff/directory?q=${pair.brand.id}"`);
    expect(page.html).not.toMatch(/<pre>|&quot;reason&quot;|\[object|undefined|NaN/);
    const queue = wordsOf(await open(`/staff?account=${pair.brand.id}`));
    expect(queue).toMatch(/Disputed payment Not what was agreed\. .* to /);
    const plain = await mintPayment(pair);
    const asIs = wordsOf(await open(`/staff/review-queue/payments/${plain.id}`));
    expect(asIs).toMatch(/Queue Payment Decide There is nothing to decide\. Parties/);
  });

  it('of any kind says everything in words, and names whom it is about', async () => {
    const { pair, row } = await mintScene();
    const now = clock.now();
    const [charge, refund, difference] = [
      newId('charge', now),
      newId('refund', now),
      newId('difference', now),
    ];
    const step = {
      kind: 'transfer',
      transfer: {
        id: `${row.id}:x`,
        at: now,
        currency: 'usd',
        amount: 12_345,
        source: { holder: pair.brand.id, lines: [{ bucket: 'receivable', amount: 12_345 }] },
        destination: { holder: pair.creator.as },
      },
    };
    const put = (sql: string, ...values: unknown[]) =>
      testEnv.DB.prepare(sql)
        .bind(...values)
        .run();
    await put(
      `INSERT INTO charges (id, account_id, currency, day, amount, status, attempt, message, intent, created_at, updated_at)
       VALUES (?, ?, 'usd', '2026-11-22', 1050, 'review', 2, 'Another amount was taken.', 'pi_1', ?, ?)`,
      ...[charge, pair.brand.id, now, now],
    );
    await put(
      `INSERT INTO refunds (id, payment_id, charge_id, account_id, currency, amount, status, attempt, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'usd', 1050, 'returned', 1, ?, ?)`,
      ...[refund, row.id, charge, pair.brand.id, now, now],
    );
    await put(
      `INSERT INTO differences (id, kind, subject, details, found_at, seen_at) VALUES (?, 'payment', ?, ?, ?, ?)`,
      ...[
        difference,
        row.id,
        JSON.stringify({ net: 9_000, currency: 'usd', ledger: { net: 8_000 } }),
        now,
        now,
      ],
    );
    await put(
      `INSERT INTO ledger_instructions (subject, n, body, status, blocked, due_at, created_at)
       VALUES (?, 99, ?, 'open', 'insufficient_funds', ?, ?)`,
      ...[refund, JSON.stringify(step), now, now],
    );
    const says: [string, RegExp][] = [
      [
        `charges/${charge}`,
        /Amount \$10\.50 Status Review Brand .*Day \(UTC\) 22 Nov 2026 Attempt 2 What went wrong/,
      ],
      [`refunds/${refund}`, /Amount \$10\.50 Status Returned Brand .*Payment pay_.* Charge chg_/],
      [`differences/${difference}`, /Figures of both sides Net \$90\.00 Currency USD Ledger, net \$80\.00/],
      [
        `ledger-instructions/${refund}`,
        /Step details Amount \$123\.45 From .* acct_\w+ To .* crtr_\w+ Transfer pay_\w+:x/,
      ],
    ];
    for (const [path, said] of says) {
      const page = await open(`/staff/review-queue/${path}`);
      expect([page.status, wordsOf(page)], path).toEqual([200, expect.stringMatching(said)]);
      expect(page.html, path).not.toMatch(/<pre>|\[object|undefined|NaN/);
      expect(page.html, path).toContain(`href="/staff/directory?q=${pair.brand.id}"`);
    }
    await put('DELETE FROM ledger_instructions WHERE subject = ?', refund);
  });

  it('is found by whose it is: the directory leads from a name to the queue, the ledger and a correction', async () => {
    const { pair } = await mintScene({ approval: 'manual' });
    await testEnv.DB.prepare("UPDATE accounts SET name = 'Umbra Kestrelwood' WHERE id = ?")
      .bind(pair.brand.id)
      .run();
    const page = await open('/staff/directory?q=kestrel');
    expect(wordsOf(page)).toMatch(/Umbra Kestrelwood acct_\w+ Brand /);
    for (const href of [
      `/staff?account=${pair.brand.id}`,
      `/staff/ledgers?holder=${pair.brand.id}`,
      `/staff/corrections?holder=${pair.brand.id}`,
    ]) {
      expect(page.html).toContain(`href="${href}"`);
      expect((await open(href)).status, href).toBe(200);
    }
    const form = await open(`/staff/corrections?holder=${pair.brand.id}`);
    expect(form.html).toMatch(new RegExp(`name="holder"[^>]*value="${pair.brand.id}"`));
    expect(wordsOf(await open('/staff/directory?q=zzzz'))).toContain('No matches');
    const more = 'There are more matches.';
    for (let n = 0; n < 20; n++) await mintAccount('brand', { name: `Thornbury ${n}` });
    expect(wordsOf(await open('/staff/directory?q=thornbury'))).not.toContain(more);
    await mintAccount('brand', { name: 'Thornbury 20' });
    expect(wordsOf(await open('/staff/directory?q=thornbury'))).toContain(more);
    for (const path of ['/staff?account=Umbra%20K', '/staff/ledgers?holder=Umbra%20K']) {
      const led = await open(path);
      expect([led.status, led.headers.get('location')], path).toEqual([303, '/staff/directory?q=Umbra%20K']);
    }
  });
});
