import type { Ctx } from '../../../src/context.ts';
import { EVENT_TYPES } from '../../../src/events/catalogue.ts';
import { type CallOptions, call, type Minted, mintAccount, systemCtx, testEnv } from '../world.ts';
import { mintProgram } from './programs.ts';

let emails = 0;

/** An unused address. */
export function freshEmail(): string {
  return `creator${++emails}.${crypto.randomUUID().slice(0, 8)}@mail.example`;
}

/** A creator on the roster of the key's account (or of the acting account), as POST returns it. */
export async function mintCreator(key: string, body: Record<string, unknown> = {}, as?: string) {
  const answer = await call('POST', '/v1/creators', {
    key,
    ...(as ? { as } : {}),
    body: { email: freshEmail(), ...body },
  });
  if (answer.status !== 201) throw new Error(`creator: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** The data of an account's events, oldest first. */
export async function eventsOf(accountId: string): Promise<{ type: string; data: Record<string, string> }[]> {
  const rows = await testEnv.DB.prepare('SELECT type, data FROM events WHERE account_id = ? ORDER BY rowid')
    .bind(accountId)
    .all<{ type: string; data: string }>();
  return rows.results
    .filter(({ type }) => type in EVENT_TYPES)
    .map((row) => ({ type: row.type, data: JSON.parse(row.data) }));
}

/**
 * A creator in a program with both sides' consent: it applies, and the brand approves.
 * @returns the application's ID.
 */
export async function enroll(
  brandKey: string,
  creator: { key: string; as: string },
  program: string,
  more: Partial<CallOptions> = {},
): Promise<string> {
  const applied = await call('POST', '/v1/applications', { ...creator, ...more, body: { program } });
  const approved = await call('PATCH', `/v1/applications/${applied.body.data?.id}`, {
    ...more,
    key: brandKey,
    body: { status: 'approved' },
  });
  if (approved.status !== 200) throw new Error(JSON.stringify([applied.body, approved.body]));
  return approved.body.data.id;
}

let agreements = 0;

/**
 * An agreement of an account, written directly into the database; `version` is the number of its newest
 * version.
 */
export async function mintAgreement(
  accountId: string,
  more: { applicability?: string[]; status?: 'active' | 'archived' } = {},
): Promise<string> {
  const id = `agr_${String(++agreements).padStart(26, '0')}`;
  const applicability = JSON.stringify(more.applicability ?? []);
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `INSERT INTO agreements (id, account_id, title, status, applicability, latest, version, created_at, updated_at)
      VALUES (?, ?, 'Terms', ?, ?, 1, 1, 1, 1)`,
    ).bind(id, accountId, more.status ?? 'active', applicability),
    testEnv.DB.prepare(
      `INSERT INTO agreement_versions (agreement_id, number, title, file, file_name, size, sha256, applicability, created_at)
      VALUES (?, 1, 'Terms', ?, 'terms.pdf', 10, 'ab', ?, 1)`,
    ).bind(id, `file_${'1'.repeat(26)}`, applicability),
  ]);
  return id;
}

/** A brand with a live network program, and a creator that a partner manages and the marketplace shows. */
export async function mintScene(program: Record<string, unknown> = {}) {
  const [brand, partner] = [await mintAccount(), await mintAccount('partner')];
  const creator = await mintCreator(partner.key, { visibility: 'network' });
  const agreement = await mintAgreement(brand.id);
  const made = await mintProgram(brand.key, {
    status: 'live',
    visibility: 'network',
    agreements: [agreement],
    ...program,
  });
  return { brand, partner, creator: creator.id as string, program: made, agreement };
}

let files = 0;

/** A ready file without bytes, for records that only refer to one. */
export async function mintFile(
  ownerId: string,
  purpose: string,
  more: { status?: string; name?: string; type?: string; sha256?: string } = {},
): Promise<string> {
  const id = `file_${String(++files).padStart(26, '0')}`;
  await testEnv.DB.prepare(
    `INSERT INTO files (id, owner_id, uploaded_by, purpose, name, status, size, type, sha256, width, height, url_key,
      version, created_at, updated_at) VALUES (?1, ?2, ?2, ?3, ?4, ?5, 1234, ?6, ?7, 640, 480, 'key', 1, 1, 1)`,
  )
    .bind(
      id,
      ownerId,
      purpose,
      more.name ?? null,
      more.status ?? 'ready',
      more.type ?? 'application/pdf',
      more.sha256 ?? 'c'.repeat(64),
    )
    .run();
  return id;
}

/** How many records hold a file. */
export async function holdsOf(fileId: string): Promise<number> {
  const row = await testEnv.DB.prepare('SELECT holds FROM files WHERE id = ?')
    .bind(fileId)
    .first<{ holds: number }>();
  return row!.holds;
}

/** A request's context as an account or a creator, for a verb whose batch a test commits at a chosen time. */
export function verbCtx(key: Minted, as: { account: 'brand' | 'partner' } | { creator: string }): Ctx {
  const home = {
    id: key.id,
    type: 'account' in as ? as.account : ('partner' as const),
    status: 'active' as const,
    managedBy: null,
    eventsShard: null,
  };
  return {
    ...systemCtx(),
    requestId: 'req_test',
    actor: {
      by: 'key',
      callerId: key.keyId,
      role: null,
      access: 'write',
      scopes: null,
      origins: [],
      home,
      account: 'account' in as ? home : null,
      creator: 'creator' in as ? as.creator : null,
    },
  };
}
