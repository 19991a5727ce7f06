// List pages of the console: with 100,000 records beside 100.
import { hashSessionToken, newSessionToken } from '../../src/auth/person.ts';
import { newId } from '../../src/kit/ids.ts';
import { DAY_MS } from '../../src/kit/time.ts';
import { ROUNDS, type Row, withInstances } from './cases.ts';
import { fillRoster } from './creators-work.ts';
import { startPages } from './instances.ts';
import { cpuPerRequest, interleave } from './load.ts';
import { addAccount, type Scene, setScene } from './scene.ts';

const [MANY, FEW] = [100_000, 100];
/** So many records are inserted at once. */
const AT_ONCE = 5_000;

/** A person who is signed in as an account's owner. @returns the cookie. */
export async function signInOwner({ main }: Scene, account: string): Promise<string> {
  const now = Date.now();
  const [person, token] = [newId('person', now), newSessionToken()];
  await main.batch([
    main
      .prepare(
        'INSERT INTO people (id, name, email, email_verified, created_at, updated_at) VALUES (?1, ?2, ?3, 1, ?4, ?4)',
      )
      .bind(person, 'Olive Hart', `${person}@bench.example`, now),
    main
      .prepare(
        'INSERT INTO sessions (id, person_id, token_hash, expires_at, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)',
      )
      .bind(newId('session', now), person, hashSessionToken(token), now + DAY_MS, now),
    main
      .prepare(
        "INSERT INTO memberships (account_id, person_id, role, created_at, updated_at) VALUES (?1, ?2, 'owner', ?3, ?3)",
      )
      .bind(account, person, now),
  ]);
  return `__Host-session=${token}`;
}

/** Inserts records of creators on the account's roster, each with a new ID. `values` are the SQL of the columns. */
async function fill(
  { main }: Scene,
  account: string,
  count: number,
  { prefix, insert }: { prefix: 'submission' | 'payment'; insert: string },
): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE) {
    const now = Date.now();
    const ids = Array.from({ length: Math.min(AT_ONCE, count - done) }, () => newId(prefix, now));
    await main
      .prepare(
        `WITH roster AS (SELECT creator_id, ROW_NUMBER() OVER (ORDER BY creator_id) - 1 AS place FROM creator_relationships
           WHERE account_id = ?2)
         ${insert} FROM json_each(?1) JOIN roster ON place = key % ${FEW}`,
      )
      .bind(JSON.stringify(ids), account, newId('program', 0), now)
      .run();
  }
}

const SUBMISSIONS = {
  prefix: 'submission',
  insert: `INSERT INTO submissions (id, account_id, program_id, application_id, creator_id, status, caption, platform, submitted_at,
      version, created_at, updated_at)
    SELECT value, ?2, ?3, 'appl_1', creator_id, CASE WHEN key % 2 = 0 THEN 'review' ELSE 'approved' END, 'Cold brew at dawn',
      'tiktok', ?4, 1, ?4, ?4`,
} as const;

const PAYMENTS = {
  prefix: 'payment',
  insert: `INSERT INTO payments (id, cause, account_id, creator_id, program_id, source, amount, partner_fee, net, service_fee,
      currency, creator_earning_id, service_holder, hold_days, status, version, created_at, updated_at)
    SELECT value, value, ?2, creator_id, ?3, 'bonus', 15000, 0, 15000, 750, 'usd', 'ern_' || substr(value, 5), 'service:usd:3', 7,
      CASE WHEN key % 2 = 0 THEN 'pending_approval' ELSE 'succeeded' END, 1, ?4, ?4`,
} as const;

async function listPage(
  path: string,
  fillList: (scene: Scene, account: string, count: number) => Promise<void>,
): Promise<Row> {
  return await withInstances([() => startPages()], async (pages) => {
    const scene = await setScene(pages!.mf);
    const few = await addAccount(scene);
    await fillList(scene, few.account, FEW);
    await fillList(scene, scene.account, MANY);
    const open = async (account: string) => {
      const cookie = await signInOwner(scene, account);
      return () =>
        cpuPerRequest(pages!, 150, 4, 200, () => ({
          method: 'GET',
          path: `/app/${account}${path}`,
          headers: { cookie },
        }));
    };
    const [many, little] = [await open(scene.account), await open(few.account)];
    const { a, b, ratio } = await interleave(ROUNDS, many, little);
    return {
      what: `Page ${path} with 100,000 records (bare: with 100)`,
      unit: 'CPU µs a request',
      ours: a,
      bare: b,
      ratio,
      target: { most: 1.1 },
    };
  });
}

const rosterOf = (scene: Scene, account: string, count: number) =>
  fillRoster(scene, account, newId('program', 0), count);

export const creatorsPage = (): Promise<Row> => listPage('/creators', rosterOf);

export const submissionsPage = (): Promise<Row> =>
  listPage('/submissions', async (scene, account, count) => {
    await rosterOf(scene, account, FEW);
    await fill(scene, account, count, SUBMISSIONS);
  });

export const paymentsPage = (): Promise<Row> =>
  listPage('/payments', async (scene, account, count) => {
    await rosterOf(scene, account, FEW);
    await fill(scene, account, count, PAYMENTS);
  });
