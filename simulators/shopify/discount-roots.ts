// Discount codes, as an app makes, changes, ends and deletes them.

import type { Call, Root, Roots } from './call.ts';
import {
  changeDiscount,
  type Discount,
  deleteDiscount,
  discountByCode,
  discountStatus,
  discountsOf,
  storeDiscount,
  usesOfCode,
} from './discount.ts';
import { connection, inOrder, type Paging, search } from './lists.ts';
import { decimal, decimalsOf } from './money.ts';
import type { Fields } from './wire.ts';
import { gid, iso, type World } from './world.ts';

interface UserError {
  field: string[];
  code: string;
  message: string;
}

const INPUT = 'basicCodeDiscount';
const TITLE = 255;

function basicView(world: World, one: Discount) {
  const { currency } = world.owner();
  const off =
    one.share === null ? `${decimal(one.amount ?? 0, currency)} ${currency}` : `${one.share * 100}%`;
  const on = one.someProducts ? 'some products' : 'entire order';
  return {
    __typename: 'DiscountCodeBasic',
    title: one.title,
    status: discountStatus(world, one),
    startsAt: one.startsAt,
    endsAt: one.endsAt,
    createdAt: one.createdAt,
    updatedAt: one.updatedAt,
    usageLimit: one.usageLimit,
    appliesOncePerCustomer: one.oncePerCustomer,
    asyncUsageCount: usesOfCode(world, one),
    summary: `${off} off ${on}`,
    shortSummary: `${off} off ${on}`,
    discountClasses: [one.someProducts ? 'PRODUCT' : 'ORDER'],
    combinesWith: {
      ...{ orderDiscounts: one.combines, productDiscounts: one.combines, shippingDiscounts: one.combines },
    },
    codesCount: { count: 1, precision: 'EXACT' },
    codes: (paging: Paging) =>
      inOrder([one], paging, ({ code, number }) => ({
        ...{ id: gid('DiscountRedeemCode', number), code, asyncUsageCount: usesOfCode(world, one) },
      })),
    customerGets: {
      appliesOnOneTimePurchase: true,
      appliesOnSubscription: false,
      items: one.someProducts
        ? { __typename: 'DiscountProducts', products: (paging: Paging) => inOrder([], paging, () => ({})) }
        : { __typename: 'AllDiscountItems', allItems: true },
      value:
        one.share === null
          ? {
              __typename: 'DiscountAmount',
              amount: { amount: decimal(one.amount ?? 0, currency), currencyCode: currency },
              appliesOnEachItem: one.eachItem,
            }
          : { __typename: 'DiscountPercentage', percentage: one.share },
    },
  };
}

const nodeView = (world: World, one: Discount) => ({
  __typename: 'DiscountCodeNode',
  id: one.id,
  codeDiscount: basicView(world, one),
});

/** What the input says about the time, the code and how often it may be used; errors go into the list. */
function readTimes(input: Fields, known: Discount | null, errors: UserError[]) {
  const wrong = (field: string, code: string, message: string) =>
    errors.push({ field: [INPUT, field], code, message });
  const title = input.title === undefined ? known?.title : input.title;
  const code = input.code === undefined ? known?.code : input.code;
  const startsAt = input.startsAt === undefined ? known?.startsAt : input.startsAt;
  const endsAt = input.endsAt === undefined ? (known?.endsAt ?? null) : input.endsAt;
  const usageLimit = input.usageLimit === undefined ? (known?.usageLimit ?? null) : input.usageLimit;
  if (!title?.trim()) wrong('title', 'BLANK', "Title can't be blank");
  else if (title.length > TITLE) wrong('title', 'TOO_LONG', 'Title is too long (maximum is 255 characters)');
  if (!code?.trim()) wrong('code', 'BLANK', "Code can't be blank");
  else if (code.length > TITLE) wrong('code', 'TOO_LONG', 'Code is too long (maximum is 255 characters)');
  if (!startsAt) wrong('startsAt', 'BLANK', "Starts at can't be blank");
  else if (endsAt && Date.parse(endsAt) <= Date.parse(startsAt))
    wrong('endsAt', 'END_DATE_BEFORE_START_DATE', 'Ends at needs to be after starts_at');
  if (usageLimit !== null && usageLimit < 1)
    wrong('usageLimit', 'GREATER_THAN', 'Usage limit must be greater than 0');
  const moment = (text: string | null) => text && iso(Date.parse(text));
  return {
    ...{ title: title?.trim(), code: code?.trim(), usageLimit },
    ...{ startsAt: moment(startsAt ?? null), endsAt: moment(endsAt) },
  };
}

function readValue(world: World, input: Fields, known: Discount | null, errors: UserError[]) {
  const path = [INPUT, 'customerGets'];
  const before = {
    share: known?.share ?? null,
    amount: known?.amount ?? null,
    eachItem: known?.eachItem ?? false,
  };
  const gets = input.customerGets;
  const wrong = (field: string[], code: string, message: string) => {
    errors.push({ field: [...path, ...field], code, message });
    return before;
  };
  if (!gets) return known ? before : wrong([], 'BLANK', "Customer gets can't be blank");
  if (!gets.items?.all && !known) return wrong(['items'], 'BLANK', "Items can't be blank");
  const { percentage, discountAmount } = gets.value ?? {};
  if (percentage != null && discountAmount)
    return wrong(['value'], 'CONFLICT', 'Only one of percentage or discount amount can be given');
  if (percentage != null)
    return percentage > 0 && percentage <= 1
      ? { share: percentage as number, amount: null, eachItem: false }
      : wrong(['value', 'percentage'], 'VALUE_OUTSIDE_RANGE', 'Value must be between 0.0 and 1.0');
  if (!discountAmount) return known ? before : wrong(['value'], 'BLANK', "Value can't be blank");
  const amount = Math.round(Number(discountAmount.amount ?? 0) * 10 ** decimalsOf(world.owner().currency));
  if (!(amount > 0))
    return wrong(['value', 'discountAmount', 'amount'], 'GREATER_THAN', 'Value must be greater than 0');
  return { share: null, amount, eachItem: discountAmount.appliesOnEachItem ?? false };
}

function read(world: World, input: Fields, known: Discount | null) {
  const errors: UserError[] = [];
  const times = readTimes(input, known, errors);
  const value = readValue(world, input, known, errors);
  const { subtotal, quantity } = input.minimumRequirement ?? {};
  if (subtotal && quantity)
    errors.push({
      field: [INPUT, 'minimumRequirement'],
      code: 'MINIMUM_SUBTOTAL_AND_QUANTITY_RANGE_BOTH_PRESENT',
      message: 'Minimum subtotal and quantity cannot both be present',
    });
  if (!known && !input.context)
    errors.push({ field: [INPUT, 'context'], code: 'BLANK', message: "Context can't be blank" });
  const taken = times.code ? discountByCode(world, times.code) : null;
  if (taken && taken.id !== known?.id)
    errors.push({
      field: [INPUT, 'code'],
      code: 'TAKEN',
      message: 'Code must be unique. Please try a different code.',
    });
  const fields = {
    ...times,
    ...value,
    someProducts: known?.someProducts ?? false,
    oncePerCustomer: input.appliesOncePerCustomer ?? known?.oncePerCustomer ?? false,
    combines: input.combinesWith?.orderDiscounts ?? known?.combines ?? false,
    minimum: {
      subtotal: subtotal
        ? Number(subtotal.greaterThanOrEqualToSubtotal) * 10 ** decimalsOf(world.owner().currency)
        : (known?.minimum.subtotal ?? null),
      quantity: quantity ? Number(quantity.greaterThanOrEqualToQuantity) : (known?.minimum.quantity ?? null),
    },
  };
  return { errors, fields: fields as Omit<Discount, 'id' | 'number' | 'createdAt' | 'updatedAt'> };
}

const refused = (userErrors: UserError[]) => ({ codeDiscountNode: null, userErrors });
const missing = () => refused([{ field: ['id'], code: 'INVALID', message: 'Discount does not exist' }]);
const done = (world: World, one: Discount) => ({ codeDiscountNode: nodeView(world, one), userErrors: [] });

const discountAt = (id: unknown, { world }: Call) => world.get('discount', id) as Discount | null;

export const readDiscount: Root = ({ id }, call) => {
  const one = discountAt(id, call);
  return one && nodeView(call.world, one);
};

export const DISCOUNT_ROOTS: Roots = {
  QueryRoot: {
    codeDiscountNode: readDiscount,
    codeDiscountNodeByCode({ code }, { world }) {
      const one = discountByCode(world, code);
      return one && nodeView(world, one);
    },
    codeDiscountNodes(args, call) {
      const { world } = call;
      const terms = {
        id: ({ number }: Discount) => number,
        code: ({ code }: Discount) => code,
        title: ({ title }: Discount) => title,
        status: (one: Discount) => discountStatus(world, one),
        updated_at: ({ updatedAt }: Discount) => updatedAt,
      };
      const listed = search(discountsOf(world), args.query, terms, call, 'codeDiscountNodes').map((one) => ({
        ...{ id: one.id, key: one.number, one },
      }));
      return connection(listed, args as Paging, ({ one }) => nodeView(world, one));
    },
  },
  Mutation: {
    discountCodeBasicCreate({ basicCodeDiscount: input }, { world }) {
      const { errors, fields } = read(world, input, null);
      return errors.length > 0 ? refused(errors) : done(world, storeDiscount(world, fields));
    },
    discountCodeBasicUpdate({ id, basicCodeDiscount: input }, call) {
      const { world } = call;
      const known = discountAt(id, call);
      if (!known) return missing();
      const { errors, fields } = read(world, input, known);
      return errors.length > 0
        ? refused(errors)
        : done(world, changeDiscount(world, { ...known, ...fields }));
    },
    /** What is deactivated ended now. */
    discountCodeDeactivate({ id }, call) {
      const { world } = call;
      const known = discountAt(id, call);
      if (!known) return missing();
      if (discountStatus(world, known) === 'EXPIRED') return done(world, known);
      const startsAt = Date.parse(known.startsAt) > world.now() ? world.at() : known.startsAt;
      return done(world, changeDiscount(world, { ...known, startsAt, endsAt: world.at() }));
    },
    discountCodeActivate({ id }, call) {
      const { world } = call;
      const known = discountAt(id, call);
      if (!known) return missing();
      const status = discountStatus(world, known);
      if (status === 'ACTIVE') return done(world, known);
      const began = status === 'SCHEDULED' ? world.at() : known.startsAt;
      return done(world, changeDiscount(world, { ...known, startsAt: began, endsAt: null }));
    },
    discountCodeDelete({ id }, call) {
      const known = discountAt(id, call);
      if (!known) return { deletedCodeDiscountId: null, userErrors: missing().userErrors };
      deleteDiscount(call.world, known);
      return { deletedCodeDiscountId: id, userErrors: [] };
    },
  },
};
