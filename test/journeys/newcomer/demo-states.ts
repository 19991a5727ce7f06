// The contents of the demo of `npm run dev`: money, submissions and campaigns in every state.
import { expect, it } from 'vitest';
import type { Demo } from '../../../tools/demo/demo-file.ts';
import { until } from '../support/dev.ts';

/** Long enough for any machine: it only detects what never comes. */
const PATIENCE_MS = 300_000;

/** @param read returns the API's response to a key (the brand's by default), optionally as a creator. */
export function demoStates(
  demo: () => Demo,
  read: (path: string, key?: string, as?: string) => Promise<unknown>,
  balanceOf: (key: string, as?: string) => Promise<unknown[]>,
): void {
  it('has money in every state, and the books to it', async () => {
    const { brand, partner } = demo().keys;
    const { added, managed } = demo().creators;
    const { payments, payouts, withdrawals, retainers } = demo().money!;
    const states = {
      pendingApproval: 'pending_approval',
      processing: 'processing',
      succeeded: 'succeeded',
      disputed: 'disputed',
    };
    for (const [name, status] of Object.entries(states))
      expect(await read(`/v1/payments/${payments[name as keyof typeof payments]}`)).toMatchObject({ status });
    expect(await read('/v1/account')).toMatchObject({ paymentMethod: { status: 'active' } });
    expect(await read(`/v1/retainers/${retainers.active}`)).toMatchObject({ status: 'active' });
    expect(await read(`/v1/retainers/${retainers.offered}`)).toMatchObject({ status: 'offered' });

    // A payment is on the books a moment after it is made, a minute after it at the latest.
    await until('the last payment on the books', PATIENCE_MS, async () => {
      const [usd] = (await balanceOf(brand, added)) as { pending: number }[];
      return usd?.pending === 21_000 || null;
    });
    // 250.00 paid out: 100.00 of it are at the bank and 30.00 on their way.
    expect(await balanceOf(brand, added)).toMatchObject([
      { currency: 'usd', available: 0, pending: 21_000, held: 15_000, paid: 25_000, withdrawable: 12_000 },
    ]);
    expect(await balanceOf(partner)).toMatchObject([{ withdrawable: 4_000 }]);
    // Nobody has set up payouts for this creator, so its earnings wait.
    expect(await balanceOf(partner, managed)).toMatchObject([{ available: 36_000, withdrawable: 0 }]);
    expect(await read('/v1/payouts', brand, added)).toMatchObject([{ id: payouts.added, status: 'paid' }]);
    expect(await read('/v1/payouts', partner)).toMatchObject([{ id: payouts.partner, status: 'paid' }]);
    const sent = await until('the second withdrawal to be sent', PATIENCE_MS, async () => {
      const list = (await read('/v1/withdrawals', brand, added)) as { status: string }[];
      return list[0]?.status === 'in_transit' ? list : null;
    });
    expect(sent).toMatchObject([{ id: withdrawals.underWay }, { id: withdrawals.paid, status: 'paid' }]);
    for (const list of ['/v1/earnings', '/v1/balance/transactions'])
      expect(await read(list, brand, added)).not.toEqual([]);
  });

  it('has every key, account and ID in the demo file', async () => {
    for (const [name, key] of Object.entries(demo().keys)) {
      const answer = await fetch(`${demo().baseUrl}/v1/account`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(answer.status, name).toBe(200);
    }
    const asPartner = async (target: string) =>
      (
        await fetch(`${demo().baseUrl}/v1/keys/current`, {
          headers: { Authorization: `Bearer ${demo().keys.partner}`, 'Service-Account': target },
        })
      ).status;
    expect(await asPartner(demo().accounts.client)).toBe(200);
    expect(await asPartner(demo().accounts.ended)).toBe(200);
    expect(await asPartner(demo().creators.managed)).toBe(200);
    expect(await asPartner(demo().accounts.brand)).toBe(403);
    for (const name of ['partner', 'partnerRead'] as const) {
      const of = (client: string) =>
        fetch(`${demo().baseUrl}/ads/resources?client=${client}`, {
          headers: { Authorization: `Bearer ${demo().keys[name]}` },
        });
      expect((await of(demo().accounts.client)).status, name).toBe(200);
      expect((await of(demo().accounts.brand)).status, name).toBe(403);
    }
  });

  it("has creators' work in every state, with files that were processed and can be downloaded", async () => {
    const { programs, agreement, applications, submissions, files } = demo().work!;
    expect(await read(`/v1/programs/${programs.organic}`)).toMatchObject({
      type: 'organic',
      agreements: [agreement],
      pay: { rules: [{ type: 'per_video' }, { type: 'per_thousand_views' }] },
      image: { fileId: files.programImage, blurHash: expect.any(String) },
    });
    expect(await read(`/v1/programs/${programs.paidAds}`)).toMatchObject({
      type: 'paid_ads',
      visibility: 'network',
    });
    const states = {
      pending: { status: 'pending', agreementsRequired: false },
      invited: { status: 'pending', agreementsRequired: true },
      approved: { status: 'approved' },
      rejected: { status: 'rejected', removed: false },
      removed: { status: 'rejected', removed: true },
      withdrawn: { status: 'withdrawn' },
    };
    for (const [name, state] of Object.entries(states)) {
      const id = applications[name as keyof typeof applications];
      expect(await read(`/v1/applications/${id}`), name).toMatchObject(state);
    }
    const links: string[] = [];
    for (const [status, id] of Object.entries(submissions)) {
      const submission = (await read(`/v1/submissions/${id}`)) as { videoUrl: string };
      expect(submission).toMatchObject({ status, duration: expect.any(Number), format: expect.any(String) });
      links.push(submission.videoUrl);
    }
    expect(await read(`/v1/submissions/${submissions.revision}`)).toMatchObject({
      revisions: [{ note: expect.any(String), videoUrl: expect.any(String) }],
    });
    expect(await read(`/v1/submissions/${submissions.live}`)).toHaveProperty('url', expect.any(String));
    const pdf = (await read(`/v1/files/${files.agreement}`)) as { url: string };
    expect(pdf).toMatchObject({ pages: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    for (const link of [...links, pdf.url]) {
      const part = await fetch(link, { headers: { Range: 'bytes=0-99' } });
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
    }
  });

  it('has a campaign live on each ad platform', async () => {
    const { campaigns, connections } = demo().ads!;
    expect(Object.keys(campaigns).sort()).toEqual(['google', 'meta', 'snapchat', 'tiktok']);
    for (const [platform, id] of Object.entries(campaigns))
      expect(await read(`/v1/campaigns/${id}`)).toMatchObject({
        status: 'live',
        platform,
        pendingChange: null,
        connection: connections[platform as keyof typeof connections],
      });
  });
}
