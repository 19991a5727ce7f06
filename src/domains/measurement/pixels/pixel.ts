import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { Country, createdAt, ownId, singleLine, Version } from '../../../resource/fields.ts';

export const Pixel = z
  .object({
    id: ownId('pixel'),
    name: z.string().describe('For your team alone.'),
    domains: z
      .array(z.string())
      .describe('Origins that browser events may come from; their subdomains count too.'),
    excludedCountries: z.array(z.string()).describe('ISO 3166-1 alpha-2. Events from there are not stored.'),
    status: z
      .enum(['waiting', 'verified', 'archived'])
      .describe(
        '`waiting` for a first event from one of its domains. An archived one takes no events; what it counted stays.',
      ),
    lastSeenAt: z.string().nullable().describe('When an event last came in; null before the first.'),
    snippet: z.string().describe('Paste it before the closing head tag.'),
    firstParty: z
      .object({
        path: z.string().describe('The path on your own site.'),
        target: z
          .string()
          .describe(
            'Where your proxy forwards everything under that path. It holds a token: the visitor that your proxy names is believed with it alone, so keep it on your server.',
          ),
        snippet: z.string().describe('Takes the place of the other one: it loads the script from that path.'),
      })
      .describe('How to serve the pixel from your own domain.'),
    sandboxKey: z
      .string()
      .describe(
        "For sandboxed frames such as Shopify's custom pixels, which have no origin: an event sent to `/px/{pixel}/sandbox/{sandboxKey}/e` counts if its `pageUrl` is on one of `domains`. It is public wherever it is pasted, and replaced with `renewSandboxKey`.",
      ),
    quality: z
      .object({
        events: z.int().describe('Without bots.'),
        consented: z.int().describe('Whose visitor agreed to be followed.'),
        fromServer: z.int().describe('That a server or shop reported or confirmed.'),
        withUserData: z.int().describe('With hashed data of the customer, by which landings are found.'),
        withClickIds: z.int().describe('With a click ID of a platform.'),
        credited: z.int().describe('With a credit: to a video, a campaign or a code.'),
        located: z.int().describe('Whose country is known.'),
      })
      .describe(
        'How many events came over the last 7 UTC days, today included, and what they held. Each can be seen in several counts.',
      ),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Pixel' });
recordExample(Pixel, {
  id: 'pxl_01k2d9q3v7h5m8r4t6w0x1y2z3',
  name: 'Shop',
  domains: ['https://shop.example.com'],
  excludedCountries: [],
  status: 'verified',
  lastSeenAt: '2026-08-11T09:30:00.000Z',
  snippet: '<script async src="https://api.example.com/px/pxl_01k2d9q3v7h5m8r4t6w0x1y2z3.js"></script>',
  firstParty: {
    path: '/s-px',
    target: 'https://api.example.com/px/pxl_01k2d9q3v7h5m8r4t6w0x1y2z3/fp',
    snippet: '<script async src="/s-px/p.js"></script>',
  },
  sandboxKey: 'Qm4ZtR8vKc2LxN6bWf0HdS9yJp3TgE7a',
  quality: {
    events: 1042,
    consented: 980,
    fromServer: 310,
    withUserData: 720,
    withClickIds: 400,
    credited: 96,
    located: 1042,
  },
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type Pixel = z.output<typeof Pixel>;

const Domains = z
  .array(z.string().min(1).max(255))
  .min(1)
  .max(50)
  .describe(
    'Origins that browser events may come from, such as https://shop.example.com. Their subdomains count too.',
  );
const Countries = z
  .array(Country)
  .max(250)
  .describe(
    'Where events are not stored from. While there are any, events of an unknown country are not stored either.',
  );

export const PixelCreate = z.object({
  name: singleLine(160).describe('For your team alone.'),
  domains: Domains,
  excludedCountries: Countries.optional(),
});
bodyExample(PixelCreate, 'PixelCreate', { name: 'Shop', domains: ['https://shop.example.com'] });

export const PixelUpdate = z.object({
  name: singleLine(160).optional().describe('For your team alone.'),
  domains: Domains.optional(),
  excludedCountries: Countries.optional(),
  status: z
    .literal('archived')
    .optional()
    .describe('For good: it takes no events any more, and what it counted stays.'),
  renewSandboxKey: z
    .literal(true)
    .optional()
    .describe('Replaces `sandboxKey`. The old key is refused everywhere about 10 seconds later.'),
  version: Version.optional(),
});
bodyExample(PixelUpdate, 'PixelUpdate', { name: 'Outlet' });

export interface PixelRow {
  id: string;
  accountId: string;
  name: string;
  domains: string[];
  /** The connection of a shop that it was made for, and what that shop gave it. */
  made: { by: string; name: string; domain: string } | null;
  excludedCountries: string[];
  proxyToken: string;
  sandboxKey: string;
  status: 'waiting' | 'verified' | 'archived';
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** A pixel's activity, as its shard records it. */
export interface PixelActivity {
  lastSeenAt: number | null;
  quality: Pixel['quality'];
}

export const NO_ACTIVITY: PixelActivity = {
  lastSeenAt: null,
  quality: {
    events: 0,
    consented: 0,
    fromServer: 0,
    withUserData: 0,
    withClickIds: 0,
    credited: 0,
    located: 0,
  },
};

const FIRST_PARTY_PATH = '/s-px';

export function presentPixel(row: PixelRow, activity: PixelActivity, publicUrl: string): Pixel {
  return {
    id: row.id,
    name: row.name,
    domains: row.domains,
    excludedCountries: row.excludedCountries,
    status: row.status,
    lastSeenAt: isoOrNull(activity.lastSeenAt),
    snippet: `<script async src="${publicUrl}/px/${row.id}.js"></script>`,
    firstParty: {
      path: FIRST_PARTY_PATH,
      target: `${publicUrl}/px/${row.id}/fp/${row.proxyToken}`,
      snippet: `<script async src="${FIRST_PARTY_PATH}/p.js"></script>`,
    },
    sandboxKey: row.sandboxKey,
    quality: activity.quality,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

/** The URL standard would repair or reinterpret these characters: backslashes, blanks, escapes, a missing slash. */
const LIKE_AN_ORIGIN = /^https?:\/\/[^\s\\/?#@%]+\/?$/i;

/**
 * Normalizes an entry of `domains` to an origin: scheme, host and port without a path.
 * @returns null when it is not an origin. http is only accepted for local addresses, where those are allowed.
 */
export function normalizeOrigin(entry: string, allowLocal: boolean): string | null {
  if (!LIKE_AN_ORIGIN.test(entry)) return null;
  let url: URL;
  try {
    url = new URL(entry);
  } catch {
    return null;
  }
  const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  const scheme =
    url.protocol === 'https:' ? !local || allowLocal : url.protocol === 'http:' && local && allowLocal;
  const host = local || /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.[a-z0-9-]+$/.test(url.hostname);
  return scheme && host ? url.origin : null;
}
