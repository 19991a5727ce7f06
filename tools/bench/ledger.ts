// Cases of the ledger: postings, and reads of balances.
import type { NewLine, Posting } from '../../src/domains/money/ledger/posting.ts';
import { ROUNDS, type Row, withInstances } from './cases.ts';
import { type Bundles, type Instance, startBare, startOurs } from './instances.ts';
import { cpuPerRequest, interleave, send } from './load.ts';
import { addAccount, setScene } from './scene.ts';

const CALLERS = 32;
const POSTINGS = 3000;

const bare = () =>
  startBare('one-transaction.js', {
    durableObjects: { LEDGER: { className: 'Bare', useSQLite: true } },
  } as never);

let serial = 0;

/** The posting of a charge that begins: two legs, and `lines` lines of the statement. */
function posting(lines: number): Posting {
  const line: NewLine = {
    type: 'charge',
    status: 'completed',
    currency: 'usd',
    amount: -1,
    fee: 0,
    balanceOf: 'receivable',
    description: null,
    memo: null,
    source: null,
    counterparty: { type: 'payment_method', id: null, name: null },
    campaign: null,
    program: null,
  };
  return {
    key: `bench:${++serial}`,
    at: Date.now(),
    lines: [
      { currency: 'usd', bucket: 'receivable', amount: -1 },
      { currency: 'usd', bucket: 'charging', amount: 1 },
    ],
    statement: Array.from({ length: lines }, () => line),
  };
}

async function post(instance: Instance, path: string, postings: Posting[]): Promise<void> {
  const body = JSON.stringify({ callers: CALLERS, postings });
  await send(instance, 1, 1, 204, () => ({ method: 'POST', path, body }));
}

/** Postings per second on one ledger with 32 callers, compared with one transaction for each. */
export async function postings(bundles: Bundles): Promise<Row> {
  return await withInstances([() => startOurs(bundles), bare], async (ours, plain) => {
    const { account } = await setScene(ours!.mf);
    const perSecond = (instance: Instance, path: string) => async () => {
      const made = Array.from({ length: POSTINGS }, () => posting(0));
      const begun = performance.now();
      await post(instance, path, made);
      return POSTINGS / ((performance.now() - begun) / 1000);
    };
    const { a, b, ratio } = await interleave(
      ROUNDS,
      perSecond(ours!, `/__ledger/${account}`),
      perSecond(plain!, '/'),
    );
    const target = { least: 2 };
    return { what: 'Postings to one ledger, 32 callers', unit: 'a second', ours: a, bare: b, ratio, target };
  });
}

function readBalance(instance: Instance, key: string) {
  return () =>
    cpuPerRequest(instance, 2000, 16, 200, () => ({
      method: 'GET',
      path: '/v1/balance',
      headers: { authorization: `Bearer ${key}` },
    }));
}

/** GET /v1/balance, compared with a bare Worker that asks a Durable Object for two rows. */
export async function balance(bundles: Bundles): Promise<Row> {
  return await withInstances([() => startOurs(bundles), bare], async (ours, plain) => {
    const { account, key } = await setScene(ours!.mf);
    await post(ours!, `/__ledger/${account}`, [posting(0)]);
    await post(plain!, '/', [posting(0)]);
    const { a, b, ratio } = await interleave(ROUNDS, readBalance(ours!, key), () =>
      cpuPerRequest(plain!, 2000, 16, 200, () => ({ method: 'GET', path: '/' })),
    );
    const target = { most: 1.5 };
    return { what: 'Balance', unit: 'CPU µs a request', ours: a, bare: b, ratio, target };
  });
}

const LINES_A_POSTING = 95;

async function fill(instance: Instance, holder: string, lines: number): Promise<void> {
  for (let done = 0; done < lines; done += 200 * LINES_A_POSTING) {
    const left = Math.ceil(Math.min(lines - done, 200 * LINES_A_POSTING) / LINES_A_POSTING);
    await post(
      instance,
      `/__ledger/${holder}`,
      Array.from({ length: left }, () => posting(LINES_A_POSTING)),
    );
  }
}

/** The same with 1,000,000 lines of the statement, compared with 1,000. */
export async function largeBalance(bundles: Bundles): Promise<Row> {
  return await withInstances([() => startOurs(bundles)], async (ours) => {
    const scene = await setScene(ours!.mf);
    const small = await addAccount(scene);
    await fill(ours!, small.account, 1000);
    await fill(ours!, scene.account, 1_000_000);
    const { a, b, ratio } = await interleave(
      ROUNDS,
      readBalance(ours!, scene.key),
      readBalance(ours!, small.key),
    );
    return {
      what: 'Balance at 1,000,000 lines (bare: at 1,000)',
      unit: 'CPU µs a request',
      ours: a,
      bare: b,
      ratio,
      target: { most: 1.2 },
    };
  });
}
