import * as z from 'zod';
import { bodyExample } from '../../../resource/example.ts';
import { Country } from '../../../resource/fields.ts';

export const PROVIDERS = [
  'meta',
  'google',
  'snapchat',
  'tiktok',
  'shopify',
  'instagram',
  'stripe',
  'card',
] as const;

export const ConnectionCreate = z.object({
  provider: z
    .enum(PROVIDERS)
    .describe("`stripe` sets up a creator's or partner's payouts, `card` the brand's card."),
  shop: z.string().trim().min(1).max(253).optional().describe("With `shopify`: the store's domain."),
  country: Country.optional().describe(
    'With `stripe`, the first time: where the bank account is, one of GET /v1/payouts/countries.',
  ),
  returnUrl: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe(
      "Where the person goes afterwards: an https page on one of the key's embed origins, a path of the service's own app, or an address of an app (`myapp://done`). It gets `status`: `connected` (payouts), `added` (a card) or `error`.",
    ),
  checkout: z
    .enum(['hosted', 'elements'])
    .default('hosted')
    .describe('`hosted`: a page to send the person to. `elements`: a secret for a form on a page of yours.'),
});
bodyExample(ConnectionCreate, 'ConnectionCreate', {
  provider: 'shopify',
  shop: 'shop.example.com',
  returnUrl: '/settings',
  checkout: 'hosted',
});

export const ConnectionStart = z
  .object({
    url: z.string().nullable().describe('The page to send the person to; null with `elements`.'),
    clientSecret: z.string().nullable().describe("For the payment processor's form; shown once."),
    component: z
      .enum(['account_onboarding', 'account_management'])
      .nullable()
      .describe('Which form the secret is for, with `stripe` and `elements`.'),
    expiresAt: z.string().nullable().describe('RFC 3339, UTC.'),
  })
  .meta({ id: 'ConnectionStart' });

export type ConnectionStart = z.output<typeof ConnectionStart>;
