// The cost of an app's token compared with a key. Both are looked up at each request, because no isolate
// remembers these keys.
import { hashKeySecret, newSecret, type SecretKind } from '../../src/auth/key-secret.ts';
import { newId } from '../../src/kit/ids.ts';
import { ROUNDS, type Row, withInstances } from './cases.ts';
import { type Bundles, startOurs } from './instances.ts';
import { cpuPerRequest, interleave } from './load.ts';
import { type Scene, setScene } from './scene.ts';

/** Several times as many keys as an isolate remembers, so that each was forgotten when it is used again. */
const MANY = 20_000;

export async function accessToken(bundles: Bundles): Promise<Row> {
  return await withInstances([() => startOurs(bundles)], async (ours) => {
    const scene = await setScene(ours!.mf);
    const keys = secrets('key');
    const tokens = secrets('accessToken');
    await fill(scene, keys, tokens);
    const read = (of: string[]) => {
      let n = 0;
      return () =>
        cpuPerRequest(ours!, 2000, 16, 200, () => ({
          method: 'GET',
          path: `/v1/brands/${scene.account}`,
          headers: { authorization: `Bearer ${of[n++ % MANY]}` },
        }));
    };
    const { a, b, ratio } = await interleave(ROUNDS, read(tokens), read(keys));
    return {
      what: "GET by ID with an app's token (bare: with a key that no isolate remembers)",
      unit: 'CPU µs a request',
      ours: a,
      bare: b,
      ratio,
      target: { most: 1.15 },
    };
  });
}

const secrets = (kind: SecretKind) => Array.from({ length: MANY }, () => newSecret(kind));

async function fill({ main, account }: Scene, keys: string[], tokens: string[]): Promise<void> {
  const now = Date.now();
  const later = now + 3_600_000;
  const [person, app, grant] = [newId('person', now), newId('app', now), newId('grant', now)];
  await main.batch([
    main.prepare("INSERT INTO memberships VALUES (?1, ?2, 'owner', ?3, ?3)").bind(account, person, now),
    main
      .prepare(
        `INSERT INTO oauth_apps (id, client_id, secret_hash, name, redirect_uris, access, version, created_at, updated_at)
         VALUES (?1, ?1, 'x', 'Bench', '[]', 'write', 1, ?2, ?2)`,
      )
      .bind(app, now),
    main
      .prepare(
        `INSERT INTO oauth_grants (id, app_id, account_id, person_id, scope, last_used_at, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, 'write', ?5, ?6, ?5)`,
      )
      .bind(grant, app, account, person, later, now),
  ]);
  for (let done = 0; done < MANY; done += 5_000) {
    const some = (of: string[]) => JSON.stringify(of.slice(done, done + 5_000).map(hashKeySecret));
    await main.batch([
      main
        .prepare(
          `INSERT INTO api_keys (id, account_id, name, secret_hash, access, created_at, updated_at, last_used_at)
           SELECT 'key_' || value, ?2, 'bench', value, 'write', ?3, ?3, ?4 FROM json_each(?1)`,
        )
        .bind(some(keys), account, now, later),
      main
        .prepare(
          `INSERT INTO oauth_tokens (hash, grant_id, kind, access, created_at, expires_at)
           SELECT value, ?2, 'access', 'write', ?3, ?4 FROM json_each(?1)`,
        )
        .bind(some(tokens), grant, now, later),
    ]);
  }
}
