// An API key as the pages show it to people of its account.
import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { createdAt, id, singleLine, Version } from '../../../resource/fields.ts';
import { KeyUpdate } from './key.ts';
import type { FoundKey } from './store.ts';

export const MOST_ORIGINS = 20;
const MOST_CLIENTS = 100;
/**
 * The most keys that an account can have, not counting revoked ones. Each key with a webhook URL costs one delivery per
 * event.
 */
export const MOST_KEYS = 50;
/** How many hours a rolled key's old secret may stay valid. */
export const KEEP_HOURS = [0, 1, 24, 168] as const;

const AccessLevel = z.enum(['read', 'write']);

export const AccountKey = z.object({
  id: id('key'),
  name: z.string(),
  access: AccessLevel,
  scopes: z.array(z.string()).nullable().describe('Null: all that its account and level allow.'),
  clients: z.array(z.object({ id: id('account'), name: z.string() })),
  origins: z.array(z.string()),
  webhookUrl: z.string().nullable(),
  webhookGoneAt: z.string().nullable().describe('When the receiver answered 410 Gone.'),
  oldSecretUntil: z.string().nullable().describe('Until when the secret before the last roll opens too.'),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  version: Version,
  createdAt,
});

/** The response that creates or rolls a key. It is the only one with the secret. */
export const ShownKey = AccountKey.extend({
  secret: z.string(),
  webhookSecret: z.string().nullable(),
});

const settings = {
  name: singleLine(100),
  access: AccessLevel,
  scopes: z.array(z.string().max(100)).min(1).max(50).nullable(),
  clients: z.array(z.string().max(64)).max(MOST_CLIENTS),
  origins: z.array(z.string().trim().max(300)).max(MOST_ORIGINS),
};

export const KeyCreate = z.strictObject({
  ...settings,
  scopes: settings.scopes.default(null),
  clients: settings.clients.default([]),
  origins: settings.origins.default([]),
  webhookUrl: z.string().min(1).max(2048).nullable().default(null),
});

const version = Version.optional();

/** Fields that are left out stay as they are. */
export const KeyChanges = z.strictObject({ ...settings, version }).partial();

export const KeyWebhook = KeyUpdate.extend({ version });

export const KeyRoll = z.strictObject({
  keepHours: z.literal(KEEP_HOURS),
  version,
});

export type AccountKey = z.output<typeof AccountKey>;
export type ShownKey = z.output<typeof ShownKey>;

export function presentKey(found: FoundKey, now: number): AccountKey {
  const { row } = found;
  return {
    id: row.id,
    name: row.name,
    access: row.access,
    scopes: row.scopes,
    clients: found.clients,
    origins: found.origins,
    webhookUrl: row.webhookUrl,
    webhookGoneAt: isoOrNull(row.webhookGoneAt),
    oldSecretUntil: row.rolledUntil !== null && row.rolledUntil > now ? iso(row.rolledUntil) : null,
    lastUsedAt: isoOrNull(row.lastUsedAt),
    revokedAt: isoOrNull(row.revokedAt),
    version: row.updatedAt,
    createdAt: iso(row.createdAt),
  };
}
