import * as z from 'zod';
import type { Actor } from '../../../auth/actor.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, text, Version, webUrl } from '../../../resource/fields.ts';
import { Address, AddressInput } from './address.ts';
import { type Problem, presentProblem, SampleProblem } from './problem.ts';
import { STATES, type State } from './transitions.ts';

export const SAMPLE_STATUSES = STATES;

export const Sample = z
  .object({
    id: ownId('sample'),
    account: id('account').describe('The brand that sends it.'),
    creator: id('creator').describe('Who gets it.'),
    product: id('product').describe('What is sent: one piece.'),
    variant: z.string().nullable().describe("One of the product's variants; null where it has none."),
    program: id('program').nullable().describe('What it is for; null where nobody said.'),
    status: z
      .enum(SAMPLE_STATUSES)
      .describe(
        "`pending` waits for the brand or, if the brand offered it, for the creator's address. `approved` is still to be sent.",
      ),
    offered: z.boolean().describe('Whether the brand offered it. Otherwise the creator asked for it.'),
    address: Address.nullable()
      .optional()
      .describe(
        'Where it is sent to. The account sees it once the sample is approved and while the two work together. Null before, and after it was erased. Not in the answer that creates a sample.',
      ),
    order: z
      .object({
        id: z.string().describe("The shop's number of it."),
        name: z.string().describe('What the shop calls it, such as #1001.'),
      })
      .nullable()
      .describe('The order that the shop of the product made for it; null before, and without a shop.'),
    problem: SampleProblem.nullable().describe(
      'Why the shop does not send it, and what to do; null while nothing is wrong. A creator is told of stock and of its address.',
    ),
    trackingUrl: z.string().nullable().describe("The carrier's page; null until known."),
    accessCode: z
      .string()
      .nullable()
      .optional()
      .describe(
        'Only with expand=accessCode: what a creator needs to use the product; null where none is set.',
      ),
    note: z.string().nullable().describe('What was said last with it; both sides read it.'),
    approvedAt: z.string().nullable().describe('When both had agreed to it; null before.'),
    shippedAt: z.string().nullable().describe('When it was sent; null before.'),
    deliveredAt: z.string().nullable().describe('When it arrived; null before.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Sample' });
recordExample(Sample, {
  id: 'smp_01k2d9q3v7h5m8r4t6w0x1y2z3',
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  product: 'prod_01k2d9q3v7h5m8r4t6w0x1y2z3',
  variant: 'eu-42',
  program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
  status: 'shipped',
  offered: false,
  address: {
    firstName: 'Ada',
    lastName: 'Stone',
    company: null,
    line1: '1 Main St',
    line2: null,
    city: 'Austin',
    state: 'TX',
    postalCode: '73301',
    country: 'US',
    phone: null,
  },
  order: { id: '450789469', name: '#1001' },
  problem: null,
  trackingUrl: 'https://carrier.example/track/1Z999',
  note: 'For the first video.',
  approvedAt: '2026-08-10T10:30:00.000Z',
  shippedAt: '2026-08-10T11:30:00.000Z',
  deliveredAt: null,
  version: 3,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T11:30:00.000Z',
});

export type Sample = z.output<typeof Sample>;

const Note = text(2000).nullable();
const TrackingUrl = webUrl().nullable();

export const SampleCreate = z.object({
  product: id('product').describe('An active one that is sampleable.'),
  variant: z.string().min(1).max(64).optional().describe("One of the product's variants, if it has any."),
  program: id('program').optional().describe('What it is for: one with this product.'),
  creator: id('creator').optional().describe('For a brand: to whom it is offered.'),
  address: AddressInput.optional().describe(
    'For a creator: where to send it. The account sees it once it approves.',
  ),
  note: Note.optional().describe('Your words to the other side.'),
});
bodyExample(SampleCreate, 'SampleCreate', {
  product: 'prod_01k2d9q3v7h5m8r4t6w0x1y2z3',
  variant: 'eu-42',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
});

export const SampleUpdate = z.object({
  status: z
    .enum(['approved', 'rejected', 'shipped', 'delivered'])
    .optional()
    .describe(
      'The brand approves what was asked for, and sets shipped and delivered where no shop does. Either side rejects before the sample is sent.',
    ),
  address: AddressInput.optional().describe(
    "The creator's to give. With it, what the brand offered is approved.",
  ),
  trackingUrl: TrackingUrl.optional().describe("The carrier's page: the brand's to say, once it is sent."),
  note: Note.optional().describe("The brand's words to the creator, or those of whoever rejects."),
  version: Version.optional(),
});
bodyExample(SampleUpdate, 'SampleUpdate', { note: 'Thank you for the video.' });

export type SampleUpdateInput = z.output<typeof SampleUpdate>;

export interface SampleRow {
  id: string;
  accountId: string;
  creatorId: string;
  productId: string;
  variantId: string | null;
  programId: string | null;
  status: State;
  offered: boolean;
  /** Encrypted. */
  address: string | null;
  eraseAt: number | null;
  note: string | null;
  trackingUrl: string | null;
  approvedAt: number | null;
  shippedAt: number | null;
  deliveredAt: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** Whether the reader may see where the sample is sent to. @param together whether the two work together. */
export function seesAddress({ account }: Actor, { status }: SampleRow, together: boolean): boolean {
  return account === null || (together && status !== 'pending' && status !== 'rejected');
}

/** What a sample shows of its order in the shop. */
export interface ShownOrder {
  orderId: string | null;
  orderName: string | null;
  problem: Problem | null;
}

/** A sample without its address and access code. */
export function presentSample(row: SampleRow, order: ShownOrder | null, isCreator: boolean): Sample {
  const { orderId = null, orderName = null, problem = null } = order ?? {};
  const isOver = row.status === 'delivered' || (row.status === 'rejected' && problem !== 'order_left');
  return {
    id: row.id,
    account: row.accountId,
    creator: row.creatorId,
    product: row.productId,
    variant: row.variantId,
    program: row.programId,
    status: row.status,
    offered: row.offered,
    order: orderId === null || orderName === null ? null : { id: orderId, name: orderName },
    problem: presentProblem(isOver ? null : problem, isCreator),
    trackingUrl: row.trackingUrl,
    note: row.note,
    approvedAt: isoOrNull(row.approvedAt),
    shippedAt: isoOrNull(row.shippedAt),
    deliveredAt: isoOrNull(row.deliveredAt),
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
