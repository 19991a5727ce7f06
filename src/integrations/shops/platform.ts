// The interface of a shop platform. Each has a folder next to this one with an adapter of this type, and a row in
// ../shop-platform-registry.ts.
import type { Vars } from '../../env.ts';
import type { Connectable } from '../provider/connectable.ts';
import type { ListPage } from '../provider/read-list.ts';
import type { Caller } from '../provider/site.ts';

/** The cart attribute in which our script stores a visitor's landing. Buyers cannot see it, but they can forge it. */
export const CART_ATTRIBUTE = '__service';
/** The tag of orders that send a sample. */
export const SAMPLE_TAG = 'service-sample';

/** A connection in use. */
export interface ShopSession extends Caller {
  /** The shop's domain at the platform, such as `northwind.myshopify.com`. */
  shop: string;
}

export interface ShopFacts {
  name: string;
  /** The host at which the storefront is reached. */
  domain: string;
  /** ISO 4217, lower case. */
  currency: string;
  /** An IANA name. */
  timezone: string;
  /** Permissions that the service asks for and that this shop has not given, in words for people. */
  missing: readonly string[];
}

/** What a webhook is about. Topics that nobody subscribes to are `other`. */
export type ShopNewsKind =
  | 'order'
  | 'parcel'
  | 'product'
  | 'shop'
  | 'uninstalled'
  | 'data_request'
  | 'customer_redact'
  | 'shop_redact'
  | 'other';

/** A webhook, which is only a reason to read again: the platform signs neither its age nor, in most of them, its shop. */
export interface ShopNews {
  kind: ShopNewsKind;
  /** The shop that it names; null if it names none. */
  shop: string | null;
  /** The order to read again, or whose parcel moved: its number as text. */
  order: string | null;
  /** The product to read again: its number as text. */
  product: string | null;
  /** The person whom a privacy request is about. */
  customer: ShopCustomer | null;
  /** The platform's number of a customer's request for their data, as text. */
  request: string | null;
}

export interface ShopCustomer {
  /** As the shop has it: hash it at once. */
  email: string | null;
  phone: string | null;
  /** The orders that the request names: their numbers as text. */
  orders: string[];
}

/** Why an order is not a sale. */
export type NoSale = 'test' | 'sample' | 'draft' | 'renewal' | 'zero';

/** The visits before an order, which the platform works out some minutes later. They are evidence and give no credit. */
export interface ShopJourney {
  /** Whether the platform has worked them out. */
  ready: boolean;
  /** The hosts of the pages that led to the shop. */
  referrers: string[];
  /** The host of the first page of the last visit. */
  landing: string | null;
}

export interface ShopOrder {
  /** The platform's number as text. */
  id: string;
  /** The name that merchant and buyer know, such as `#1001`. It is not unique. */
  name: string;
  /** Null for orders that no checkout made. */
  checkoutToken: string | null;
  /** Milliseconds. */
  createdAt: number;
  updatedAt: number;
  /** The shop's currency: ISO 4217, lower case. */
  currency: string;
  /**
   * What the order's items cost now, in the currency's minor unit: after discounts and without what came back; without
   * tax, shipping, tips and bought gift cards.
   */
  value: number;
  /** What came back or was taken out so far, counted in the same way. With `value` it is what was ordered. */
  returned: number;
  /** When the last payment came in, if it is paid in full; null otherwise. */
  paidAt: number | null;
  cancelledAt: number | null;
  channel: 'web' | 'pos' | 'other';
  noSale: NoSale | null;
  /** The text of the cart attribute; null without one. Buyers can forge it. */
  attribute: string | null;
  codes: string[];
  /** As the shop has them: hash them at once. Null if the buyer gave none or the platform does not tell us. */
  email: string | null;
  phone: string | null;
  /** The country of the buyer's bill, ISO 3166-1 alpha-2; null if the platform does not tell us. */
  country: string | null;
  /** Null if the platform knows of no visits. */
  journey: ShopJourney | null;
}

/** A sample that a shop sends: one piece. */
export interface SampleToSend {
  /** The service's ID, which the order keeps as a tag, so that it is found there. */
  id: string;
  /** The platform's number of the variant as text. */
  variant: string;
  address: {
    firstName: string | null;
    lastName: string;
    company: string | null;
    line1: string;
    line2: string | null;
    city: string;
    state: string | null;
    postalCode: string | null;
    /** ISO 3166-1 alpha-2. */
    country: string;
    phone: string | null;
  };
}

/** A sample's order before it is made. */
export interface SampleDraft {
  /** The platform's number as text. */
  id: string;
  /** The ID of the sample; null for a draft that somebody else made. */
  sample: string | null;
  /** Whether the platform has worked out what it needs to make the order. */
  isReady: boolean;
  stock: 'there' | 'out' | 'gone';
  /** The order that was made of it; null before. */
  order: { id: string; name: string } | null;
}

export interface SampleParcel {
  /** The platform's number of the order as text. */
  order: string;
  isCancelled: boolean;
  trackingUrl: string | null;
  /** When all of it arrived (milliseconds); null before. */
  deliveredAt: number | null;
}

export interface ShopVariant {
  /** The platform's number as text. */
  id: string;
  /** A line of at most 255 characters. */
  title: string;
  /** In the currency's minor unit; null where it cannot be told. */
  price: number | null;
  /** Its place among the variants of its product. */
  position: number;
}

export interface ShopProduct {
  /** The platform's number as text. */
  id: string;
  /** A line of at most 255 characters. */
  title: string;
  /** Plain text of at most 10,000 characters; null if there is none. */
  description: string | null;
  /** Its page in the shop; null if it has none. */
  url: string | null;
  /** An https URL of a picture at the platform; null without one. */
  image: string | null;
  /** The price of its cheapest variant, in the currency's minor unit; null where it cannot be told. */
  price: number | null;
  /** The shop's currency: ISO 4217, lower case. */
  currency: string;
  /** Whether everybody can buy it in the shop. */
  isActive: boolean;
  /** Milliseconds. */
  updatedAt: number;
}

export interface WholeProduct extends ShopProduct {
  /** At most 2,048. */
  variants: ShopVariant[];
}

/** A list of all products that the platform writes into a file. */
export type WholeList =
  | { state: 'running' }
  | { state: 'failed' }
  /**
   * @property file where the file is, for some days; null if the shop has no products. Whoever knows it can read it.
   * @property lines how many products and variants the platform says it has written.
   * @property products how many of them are products.
   */
  | { state: 'ready'; file: string | null; lines: number; products: number };

/** A part of the file: products and variants in any order. */
export interface ListedPage {
  products: ShopProduct[];
  variants: (ShopVariant & { product: string })[];
  /** The numbers of all products in it, also of those that could not be read. */
  listed: string[];
  /** The same for variants. */
  kept: string[];
  /** The byte behind the page. */
  next: number;
  isLast: boolean;
}

/** A code of the shop that takes something off. */
export interface ShopDiscount {
  /** The platform's number as text. */
  id: string;
  /** As the shop writes it; null where it has no code any more. */
  code: string | null;
  /** Whether a checkout takes it at the moment. */
  isActive: boolean;
  /** Basis points; null if it takes off an amount. */
  percent: number | null;
  /** In the currency's minor unit; null if it takes off a share. */
  amount: { amount: number; currency: string } | null;
  /** How often it was used, as far as the platform has counted. */
  uses: number;
}

/** What a code leads to. */
export interface FoundDiscount {
  /** The name that people of the shop see. It tells whether the service made it. */
  title: string;
  /**
   * Null for what the service cannot take over: other kinds of discounts, those with several codes, and those that are not
   * on the whole order.
   */
  discount: ShopDiscount | null;
}

/** A discount to be made, with either `percent` (basis points) or `amount` (in the currency's minor unit). */
export interface NewDiscount extends Pick<ShopDiscount, 'percent' | 'amount'> {
  code: string;
  title: string;
  /** Milliseconds. */
  startsAt: number;
}

export interface ShopPlatform extends Connectable {
  revoke: NonNullable<Connectable['revoke']>;
  /** The shop's domain at the platform from what people type: its name, domain or URL. Null for anything else. */
  shopOf(text: string): string | null;
  /**
   * The shop from which somebody opened or installs our app. Null unless the platform signed the query within the last
   * 90 seconds. @param now milliseconds.
   */
  openedFrom(vars: Vars, query: URLSearchParams, now: number): Promise<string | null>;
  facts(session: ShopSession): Promise<ShopFacts>;

  /** Subscribes to all webhooks at `url`, unless that is done already. Throws a ShopError. */
  subscribe(session: ShopSession, url: string): Promise<void>;
  /** What a webhook says; null when its signature is wrong. @param body the bytes as they came. */
  readNews(vars: Vars, headers: Headers, body: Uint8Array): Promise<ShopNews | null>;

  /** How many orders `orders` reads at once. */
  ordersAtOnce: number;
  /**
   * Reads at most `ordersAtOnce` orders by their numbers. Orders that were deleted or are too old to be read are left
   * out; one that cannot be read now is a ShopError.
   */
  orders(session: ShopSession, ids: readonly string[]): Promise<ShopOrder[]>;
  /** The orders that changed at `since` (milliseconds) or later, oldest change first. Some may come twice. */
  changedOrders(
    session: ShopSession,
    range: { since: number; next: string | null },
  ): Promise<ListPage<{ id: string; updatedAt: number }>>;

  /**
   * Stores an order of a sample as a draft: it costs nothing and has no email address. Throws invalid with the field
   * `address` or `variant` if the platform rejects one. @returns the draft's number.
   */
  createSampleDraft(session: ShopSession, sample: SampleToSend): Promise<string>;
  /** A draft by its number; null if it was deleted. */
  sampleDraft(session: ShopSession, id: string): Promise<SampleDraft | null>;
  /** The drafts of a sample, at most 10. The platform's index may lag behind: a new one may be missing. */
  findSampleDrafts(session: ShopSession, sample: string): Promise<SampleDraft[]>;
  /** Makes a draft's order. The platform does so once for each draft, however often it is asked. */
  completeSampleDraft(session: ShopSession, id: string): Promise<{ id: string; name: string }>;
  /** Deletes a draft of which no order was made. */
  deleteSampleDraft(session: ShopSession, id: string): Promise<void>;
  /** How many orders `sampleParcels` reads at once. */
  parcelsAtOnce: number;
  /** How far samples' orders got. Those that were deleted or cannot be read any more are left out. */
  sampleParcels(session: ShopSession, orders: readonly string[]): Promise<SampleParcel[]>;

  /** How many products `products` reads at once. */
  productsAtOnce: number;
  /** Reads at most `productsAtOnce` products by their numbers. Those that were deleted are left out. */
  products(session: ShopSession, ids: readonly string[]): Promise<WholeProduct[]>;
  /**
   * Begins a list of all products, unless one has begun at `since` (milliseconds) or later. Throws rate_limited while
   * others are running in the shop. @returns the list's ID.
   */
  beginList(session: ShopSession, since: number): Promise<string>;
  listState(session: ShopSession, id: string): Promise<WholeList>;
  /** Reads a list's file from a byte at which a page ended. @param place with the shop's currency. */
  listPages(
    session: ShopSession,
    file: string,
    place: { from: number; currency: string },
  ): AsyncGenerator<ListedPage>;

  /** How many discounts `discounts` reads at once. */
  discountsAtOnce: number;
  /** The discount behind a code, in either case; null if the shop has none. */
  findDiscount(session: ShopSession, code: string): Promise<FoundDiscount | null>;
  /** Discounts by their numbers, at most `discountsAtOnce`; null for those that were deleted. */
  discounts(session: ShopSession, ids: readonly string[]): Promise<(ShopDiscount | null)[]>;
  /** Makes a discount on everything in the shop. Null if the shop has the code already. */
  createDiscount(session: ShopSession, wanted: NewDiscount): Promise<ShopDiscount | null>;
  /** Lets a checkout take a discount, or not. It may be so already. */
  switchDiscount(session: ShopSession, id: string, active: boolean): Promise<ShopDiscount>;
}
