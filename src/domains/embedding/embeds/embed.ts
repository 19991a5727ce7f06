import * as z from 'zod';
import { EMBED_COMPONENTS, type EmbedComponent, type EmbedFeature, featuresOf } from '../../../auth/frame.ts';
import { EMBED_ENDS, type EmbedEnd } from '../../../auth/frame-store.ts';
import type { embedSessions } from '../../../db/embed-sessions-table.ts';
import { HOUR_MS, iso, isoOrNull, MINUTE_MS } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, Version } from '../../../resource/fields.ts';
import { STATES, type State } from './transitions.ts';

export const SECRET_MS = 5 * MINUTE_MS;
export const TOKEN_MS = 15 * MINUTE_MS;
/** How long what a window hands to its frame waits for the frame. */
export const YES_WAITS_MS = MINUTE_MS;
/** How long a person's yes lasts, in a frame that renews itself: a working day. */
export const YES_LASTS_MS = 12 * HOUR_MS;

const COMPONENTS = Object.keys(EMBED_COMPONENTS) as [EmbedComponent, ...EmbedComponent[]];
const FEATURES = Object.values(EMBED_COMPONENTS).flat() as [EmbedFeature, ...EmbedFeature[]];

export const Embed = z
  .object({
    id: ownId('embed'),
    component: z.enum(COMPONENTS).describe('What the frame shows.'),
    creator: id('creator').describe('Whom the frame acts as.'),
    key: id('key').describe('The key that made it: the frame can do no more than this key.'),
    origin: z.string().describe('The one origin whose pages may show the frame.'),
    features: z.array(z.enum(FEATURES)).describe('What can be done in it besides reading.'),
    locale: z.string().nullable().describe("The frame's language; null for that of the browser."),
    status: z
      .enum(STATES)
      .describe(
        '`created` until its secret is exchanged, then `open` while the frame’s token works. `expired` when either ran out, `ended` when something ended it before.',
      ),
    endedBy: z.enum(EMBED_ENDS).nullable().describe('What ended it before its time; null for nothing.'),
    clientSecret: z
      .string()
      .nullable()
      .describe('For fetchClientSecret of your page: shown once, works once, for five minutes.'),
    expiresAt: z
      .string()
      .describe('When the secret, and once it is exchanged the token of the frame, stops working.'),
    openedAt: z.string().nullable().describe('When a frame exchanged the secret; null before.'),
    openedWith: z.string().nullable().describe('The browser that did, as it names itself.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Embed' });
recordExample(Embed, {
  id: 'emb_01k2d9q3v7h5m8r4t6w0x1y2z3',
  component: 'programs',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  key: 'key_01k2d9q3v7h5m8r4t6w0x1y2z3',
  origin: 'https://shop.example.com',
  features: ['apply'],
  locale: null,
  status: 'created',
  endedBy: null,
  clientSecret: null,
  expiresAt: '2026-08-10T09:35:00.000Z',
  openedAt: null,
  openedWith: null,
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});
export type Embed = z.output<typeof Embed>;

const Locale = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'Must be a language tag, such as de or en-GB.');

export const EmbedCreate = z.object({
  component: z.enum(COMPONENTS).describe('What the frame shows.'),
  creator: id('creator').describe(
    'Whom the frame acts as: a creator on your roster. For one that a person answers for, it acts once that person has signed in.',
  ),
  origin: z
    .string()
    .max(300)
    .describe('The origin of the page that shows it: one of those that the key lists, exactly as listed.'),
  features: z
    .array(z.enum(FEATURES))
    .max(FEATURES.length)
    .optional()
    .describe('What can be done in it besides reading: everything that the component has unless given.'),
  locale: Locale.nullable().optional().describe("The frame's language; that of the browser unless given."),
});
bodyExample(EmbedCreate, 'EmbedCreate', {
  component: 'programs',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  origin: 'https://shop.example.com',
});

export const EmbedUpdate = z.object({
  status: z.literal('ended').describe('Ends it at once: its secret and its frame stop working.'),
  version: Version.optional(),
});
bodyExample(EmbedUpdate, 'EmbedUpdate', { status: 'ended' });

/** Which sessions to end at once. */
export const EmbedsEnd = z.union([
  z.strictObject({ key: id('key').describe('Those that this key made.') }),
  z.strictObject({ creator: id('creator').describe('Those that act as this creator.') }),
]);

export type EmbedRow = typeof embedSessions.$inferSelect;

/** A session, and what else has ended it. */
export interface FoundEmbed {
  row: EmbedRow;
  why: EmbedEnd | null;
}

const untilOf = ({ tokenUntil, secretUntil, personTokenUntil }: EmbedRow): number =>
  Math.max(tokenUntil ?? secretUntil, personTokenUntil ?? 0);

export function stateOf({ row, why }: FoundEmbed, now: number): State {
  if (row.endedAt !== null) return 'ended';
  if (untilOf(row) <= now) return 'expired';
  if (why !== null) return 'ended';
  return row.openedAt === null ? 'created' : 'open';
}

/** @param clientSecret the secret of a session that was just made. */
export function presentEmbed(found: FoundEmbed, now: number, clientSecret: string | null = null): Embed {
  const { row } = found;
  const status = stateOf(found, now);
  return {
    id: row.id,
    component: row.component,
    creator: row.creatorId,
    key: row.keyId,
    origin: row.origin,
    features: featuresOf(row.component, row.features),
    locale: row.locale,
    status,
    endedBy: status === 'ended' ? found.why : null,
    clientSecret,
    expiresAt: iso(untilOf(row)),
    openedAt: isoOrNull(row.openedAt),
    openedWith: row.openedWith,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
