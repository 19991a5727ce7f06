// Draft orders, as an app makes, changes, completes and deletes them.

import type { Call, Root, Roots } from './call.ts';
import { variantOf } from './catalogue.ts';
import { announce } from './deliveries.ts';
import { type Applied, completeDraft, type Draft, type DraftLine, draftPayload, saveDraft } from './draft.ts';
import { draftView } from './draft-view.ts';
import { connection, type Paging, search } from './lists.ts';
import { decimalsOf } from './money.ts';
import type { Address } from './order.ts';
import type { Fields } from './wire.ts';
import { gid, iso, type World } from './world.ts';

const MOST_LINES = 499;
const LONGEST_TAG = 40;
const MOST_TAGS = 250;
const LONGEST_LINE = 255;
const PROVINCES: Record<string, string[]> = {
  US: [
    ...['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS'],
    ...['KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC'],
    ...['ND', 'OH', 'OK', 'OR', 'PA', 'PR', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI'],
    'WY',
  ],
  CA: ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'],
  AU: ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'],
};
const ZIPS: Record<string, RegExp> = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
  DE: /^\d{5}$/,
};

interface UserError {
  field: string[] | null;
  message: string;
}

const minorOf = (world: World, amount: unknown) =>
  Math.round(Number(amount ?? 0) * 10 ** decimalsOf(world.owner().currency));

/** Collects what is wrong with an input. */
class Reading {
  readonly errors: UserError[] = [];
  readonly world: World;
  constructor(world: World) {
    this.world = world;
  }

  wrong(field: (string | number)[], message: string): void {
    this.errors.push({ field: field.map(String), message });
  }

  discount(input: Fields | null | undefined, path: (string | number)[]): Applied | null {
    if (!input) return null;
    const { value, valueType, title = null, description } = input;
    if (value < 0) this.wrong([...path, 'value'], 'Value must be greater than or equal to 0');
    if (valueType === 'PERCENTAGE' && value > 100)
      this.wrong([...path, 'value'], 'Value must be less than or equal to 100');
    const amount = valueType === 'PERCENTAGE' ? value : minorOf(this.world, value);
    return { value: amount, valueType, title, description: description ?? '' };
  }

  line(input: Fields, at: number): DraftLine {
    const path = ['lineItems', at];
    const found = input.variantId ? variantOf(this.world, input.variantId) : null;
    const number = /(\d+)$/.exec(input.variantId ?? '')?.[1];
    if (input.variantId && !found)
      this.wrong(
        [...path, 'variantId'],
        `Product with ID ${number ?? input.variantId} is no longer available.`,
      );
    if (!input.variantId && !input.title?.trim()) this.wrong([...path, 'title'], "Title can't be blank");
    if (input.quantity < 1) this.wrong([...path, 'quantity'], 'Quantity must be greater than or equal to 1');
    const custom = minorOf(this.world, input.originalUnitPriceWithCurrency?.amount);
    return {
      number: this.world.number(),
      variant: found ? gid('ProductVariant', found.variant.number) : null,
      title: found ? found.product.title : (input.title ?? null),
      sku: found ? found.variant.sku : (input.sku ?? null),
      price: found ? found.variant.price : custom,
      quantity: input.quantity,
      discount: this.discount(input.appliedDiscount, [...path, 'appliedDiscount']),
      attributes: input.customAttributes ?? [],
    };
  }

  address(input: Fields): void {
    const path = (field: string) => ['shippingAddress', field];
    for (const [field, value] of Object.entries(input))
      if (String(value ?? '').length > LONGEST_LINE) this.wrong(path(field), `${field} is too long`);
    for (const field of ['lastName', 'address1', 'city', 'countryCode'])
      if (!input[field]?.trim()) this.wrong(path(field), `${field} can't be blank`);
    const provinces = PROVINCES[input.countryCode];
    if (provinces && !provinces.includes(input.provinceCode))
      this.wrong(path('provinceCode'), 'Province is not valid in the country');
    const zip = ZIPS[input.countryCode];
    if (zip && !zip.test(input.zip ?? '')) this.wrong(path('zip'), 'Zip is not valid in the province');
  }

  tags(tags: string[]): string[] {
    if (tags.length > MOST_TAGS) this.wrong(['tags'], `Tags can't have more than ${MOST_TAGS} tags`);
    if (tags.some((tag) => tag.length > LONGEST_TAG))
      this.wrong(['tags'], `Tag exceeds the maximum length of ${LONGEST_TAG} characters`);
    return [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))].sort();
  }
}

const NO_ADDRESS: Address = {
  ...{ firstName: null, lastName: null, company: null, address1: null, address2: null, city: null },
  ...{ provinceCode: null, countryCode: null, zip: null, phone: null },
};

/** The fields that an input names; those that it leaves out are not in it. */
function read(world: World, input: Fields): { fields: Partial<Draft>; errors: UserError[] } {
  const reading = new Reading(world);
  const { lineItems, email, phone, shippingAddress, shippingLine } = input;
  const fields: Partial<Draft> = {};
  if (lineItems !== undefined) {
    if (!lineItems?.length) reading.wrong(['lineItems'], 'Add at least 1 product');
    if (lineItems?.length > MOST_LINES) reading.wrong(['lineItems'], `Line items can't exceed ${MOST_LINES}`);
    fields.lines = (lineItems ?? []).map((one: Fields, at: number) => reading.line(one, at));
  }
  if (email) {
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) reading.wrong(['email'], 'Email is invalid');
  }
  if (email !== undefined) fields.email = email || null;
  if (phone && !/^\+?[\d\s().-]{6,20}$/.test(phone)) reading.wrong(['phone'], 'Phone is invalid');
  if (phone !== undefined) fields.phone = phone || null;
  if (input.tags !== undefined) fields.tags = reading.tags(input.tags ?? []);
  if (input.note !== undefined) fields.note = input.note;
  if (input.customAttributes !== undefined) fields.attributes = input.customAttributes ?? [];
  if (input.taxExempt !== undefined) fields.taxExempt = input.taxExempt ?? false;
  if (input.sourceName !== undefined) fields.source = input.sourceName;
  if (shippingAddress) reading.address(shippingAddress);
  if (shippingAddress !== undefined)
    fields.address = shippingAddress && { ...NO_ADDRESS, ...shippingAddress };
  if (input.appliedDiscount !== undefined)
    fields.discount = reading.discount(input.appliedDiscount, ['appliedDiscount']);
  if (shippingLine !== undefined)
    fields.shipping = shippingLine && {
      title: shippingLine.title ?? 'Custom',
      price: minorOf(world, shippingLine.priceWithCurrency?.amount ?? shippingLine.price),
    };
  return { fields, errors: reading.errors };
}

const refused = (...userErrors: UserError[]) => ({ draftOrder: null, userErrors });
const draftAt = (id: unknown, world: World) => world.get('draft', id) as Draft | null;
const readyAt = (world: World) => world.now() + world.setting('draftReadyAfter', 0);
const missing = () => ({ field: ['id'], message: 'Draft order does not exist' });

function create({ input }: Fields, call: Call) {
  const { world } = call;
  const { fields, errors } = read(world, { lineItems: [], ...input });
  if (errors.length > 0) return refused(...errors);
  const number = world.number();
  const at = world.at();
  const draft = world.add('draft', '', {
    ...{ discount: null, shipping: null, email: null, phone: null, note: null, tags: [], attributes: [] },
    ...{ address: null, taxExempt: false, source: null, order: null, lines: [] },
    ...fields,
    ...{ id: gid('DraftOrder', number), number, name: `#D${world.count1('draft', 0)}`, status: 'OPEN' },
    ...{ createdAt: at, updatedAt: at, completedAt: null, readyAt: readyAt(world) },
  }) as Draft;
  announce(world, 'DRAFT_ORDERS_CREATE', draftPayload(world, draft));
  return { draftOrder: draftView(draft, call), userErrors: [] };
}

function complete({ id, paymentPending = false, sourceName = null }: Fields, call: Call) {
  const { world } = call;
  const draft = draftAt(id, world);
  if (!draft) return refused(missing());
  if (draft.status === 'COMPLETED') return refused({ field: ['id'], message: 'This order has been paid' });
  if (draft.readyAt > world.now())
    return refused({
      field: ['id'],
      message: 'This draft order is still being calculated. Try again later.',
    });
  const short = world.setting('oversell', false) ? [] : shortIn(world, draft);
  if (short.length > 0) return refused(...short);
  const done = completeDraft(world, draft, { pending: paymentPending, source: sourceName });
  return { draftOrder: draftView(done, call), userErrors: [] };
}

/** The lines of which there is not enough. */
function shortIn(world: World, { lines }: Draft): UserError[] {
  const wanted = new Map<string, number>();
  return lines.flatMap(({ variant, quantity }) => {
    if (variant === null) return [];
    const total = (wanted.get(variant) ?? 0) + quantity;
    wanted.set(variant, total);
    const found = variantOf(world, variant);
    const number = /(\d+)$/.exec(variant)![1];
    if (!found) return [{ field: null, message: `Product with ID ${number} is no longer available.` }];
    if (found.variant.policy === 'CONTINUE' || found.variant.stock >= total) return [];
    return [
      {
        field: null,
        message: `${found.product.title}: not enough items available. Only ${found.variant.stock} left.`,
      },
    ];
  });
}

export const readDraft: Root = ({ id }, call) => {
  const draft = draftAt(id, call.world);
  return draft && draftView(draft, call);
};

function list(args: Fields, call: Call) {
  const { world } = call;
  const terms = {
    id: ({ number }: Draft) => number,
    tag: ({ tags }: Draft) => tags,
    status: ({ status }: Draft) => status,
    created_at: ({ createdAt }: Draft) => createdAt,
    updated_at: ({ updatedAt }: Draft) => updatedAt,
  };
  // A search finds what its index has, which is behind.
  const indexed = iso(world.now() - world.setting('draftLag', 10_000));
  const all = (world.all('draft') as Draft[]).filter(({ updatedAt }) => !args.query || updatedAt <= indexed);
  const listed = search(all, args.query, terms, call, 'draftOrders').map((draft) => ({
    ...{ id: draft.id, key: args.sortKey === 'UPDATED_AT' ? draft.updatedAt : draft.number, draft },
  }));
  return connection(listed, args as Paging, ({ draft }) => draftView(draft, call));
}

export const DRAFT_ROOTS: Roots = {
  QueryRoot: { draftOrder: readDraft, draftOrders: list },
  Mutation: {
    draftOrderCreate: create,
    draftOrderComplete: complete,
    draftOrderUpdate({ id, input }, call) {
      const { world } = call;
      const draft = draftAt(id, world);
      if (!draft) return refused(missing());
      if (draft.status === 'COMPLETED')
        return refused({
          field: null,
          message: 'This draft order was completed and can no longer be updated',
        });
      const { fields, errors } = read(world, input);
      if (errors.length > 0) return refused(...errors);
      const saved = saveDraft(world, { ...draft, ...fields, readyAt: readyAt(world) });
      return { draftOrder: draftView(saved, call), userErrors: [] };
    },
    draftOrderDelete({ input: { id } }, { world }) {
      const draft = draftAt(id, world);
      if (!draft) return { deletedId: null, userErrors: [missing()] };
      if (draft.status === 'COMPLETED')
        return {
          deletedId: null,
          userErrors: [{ field: ['id'], message: 'Completed draft orders cannot be deleted' }],
        };
      world.remove(draft.id);
      announce(world, 'DRAFT_ORDERS_DELETE', { id: draft.number });
      return { deletedId: id, userErrors: [] };
    },
  },
};
