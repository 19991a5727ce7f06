// A visitor's cart, and the Ajax API by which scripts in the shop's pages read and change it.
import { variantOf } from '../catalogue.ts';
import { type Discount, discountByCode, holdsFor } from '../discount.ts';
import { isListed } from '../product-view.ts';
import { type Fields, random } from '../wire.ts';
import { legacy, type Node, type World } from '../world.ts';
import { badRequest, cartError } from './cart-fields.ts';

interface CartLine {
  key: string;
  variant: number;
  quantity: number;
  properties: Record<string, string>;
}

export interface Cart extends Node {
  token: string;
  /** The second half of what the visitor's cookie holds. */
  secret: string;
  note: string | null;
  attributes: Record<string, string>;
  lines: CartLine[];
  /** Discount codes, as the visitor gave them. */
  codes: string[];
}

/** Private attributes are in the order, and in nothing that a page can read. */
const isPrivate = (name: string) => name.startsWith('__');

const cookieValue = (cart: Cart) => `${cart.token}?key=${cart.secret}`;

/** The visitor's cart, or a new one, which is kept as soon as something is put into it. */
export function cartOf(world: World, cookie: string | undefined): Cart {
  const [token = '', secret] = decodeURIComponent(cookie ?? '').split('?key=');
  const found = world.get('cart', `cart:${token}`) as Cart | null;
  if (found && found.secret === secret) return found;
  return newCart();
}

export function newCart(): Cart {
  const token = random(32);
  return { id: `cart:${token}`, token, secret: random(32), note: null, attributes: {}, lines: [], codes: [] };
}

export function saveCart(world: World, cart: Cart): void {
  if (world.find(cart.id)) world.save(cart);
  else world.add('cart', '', cart);
}

export const cartCookie = (cart: Cart) =>
  `cart=${encodeURIComponent(cookieValue(cart))}; Path=/; Max-Age=1209600; SameSite=Lax`;

interface Found {
  product: Node;
  variant: Fields;
}

function forSale(world: World, id: unknown): Found {
  const found = /^\d+$/.test(String(id)) ? variantOf(world, String(id)) : null;
  if (!found || !isListed(found.product)) throw cartError(404, 'Cannot find variant');
  return found;
}

const titleOf = ({ product, variant }: Found) =>
  variant.title === 'Default Title' ? product.title : `${product.title} - ${variant.title}`;

function lineJson(world: World, line: CartLine) {
  const found = variantOf(world, String(line.variant));
  if (!found) return null;
  const { product, variant } = found;
  const price: number = variant.price;
  const total = price * line.quantity;
  const onlyDefault = variant.title === 'Default Title';
  return {
    id: line.variant,
    properties: line.properties,
    quantity: line.quantity,
    variant_id: line.variant,
    key: line.key,
    title: titleOf(found),
    ...{ price, original_price: price, presentment_price: price / 100, discounted_price: price },
    ...{ line_price: total, original_line_price: total, total_discount: 0, discounts: [] },
    sku: variant.sku,
    grams: 0,
    vendor: product.vendor,
    taxable: !product.giftCard,
    product_id: Number(legacy(product.id)),
    product_has_only_default_variant: onlyDefault,
    gift_card: product.giftCard,
    ...{ final_price: price, final_line_price: total },
    url: `/products/${product.handle}?variant=${line.variant}`,
    featured_image: { aspect_ratio: 1, alt: product.title, height: 800, url: product.image, width: 800 },
    image: product.image,
    handle: product.handle,
    requires_shipping: !product.giftCard,
    product_type: product.productType,
    product_title: product.title,
    product_description: String(product.descriptionHtml).replace(/<[^>]+>/g, ''),
    variant_title: onlyDefault ? null : variant.title,
    variant_options: [variant.title],
    options_with_values: [{ name: 'Title', value: variant.title }],
    line_level_discount_allocations: [],
    line_level_total_discount: 0,
    has_components: false,
  };
}

/** The codes that take something off this cart: several only where each combines with others. */
export function codesThatHold(
  world: World,
  { codes, lines }: Pick<Cart, 'codes' | 'lines'>,
  customer: string | null,
): Discount[] {
  const priced = lines.map((line) => ({ line, found: variantOf(world, String(line.variant)) }));
  const subtotal = priced.reduce(
    (sum, { line, found }) => sum + (found?.variant.price ?? 0) * line.quantity,
    0,
  );
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
  const held = codes
    .map((code) => discountByCode(world, code))
    .filter((one) => one !== null && holdsFor(world, one, { subtotal, quantity, customer }));
  const [first] = held as Discount[];
  return held.every((one) => one!.combines) ? (held as Discount[]) : first ? [first] : [];
}

/** The cart as the page may see it. */
export function cartJson(world: World, cart: Cart) {
  const items = cart.lines.map((line) => lineJson(world, line)).filter((item) => item !== null);
  const total = items.reduce((sum, item) => sum + item.final_line_price, 0);
  const holding = codesThatHold(world, cart, null);
  const off = holding.reduce((sum, { share, amount }) => {
    const left = total - sum;
    return sum + (share === null ? Math.min(left, amount ?? 0) : Math.round(left * share));
  }, 0);
  return {
    token: cookieValue(cart),
    note: cart.note,
    attributes: Object.fromEntries(Object.entries(cart.attributes).filter(([name]) => !isPrivate(name))),
    ...{ original_total_price: total, total_price: total - off, total_discount: off, total_weight: 0 },
    item_count: items.reduce((sum, item) => sum + item.quantity, 0),
    items,
    requires_shipping: items.some((item) => item.requires_shipping),
    currency: world.owner().currency,
    items_subtotal_price: total,
    cart_level_discount_applications: [],
    discount_codes: cart.codes.map((code) => ({
      ...{ code, applicable: holding.some((one) => one.code.toLowerCase() === code.toLowerCase()) },
    })),
  };
}

const whole = (value: unknown, fallback: number): number => {
  const read = Number(value ?? fallback);
  if (!Number.isInteger(read) || read < 0) throw badRequest('Quantity must be a whole number.');
  return read;
};

const propertiesIn = (asked: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((asked ?? {}) as Fields)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );

function addLine(cart: Cart, variant: number, quantity: number, properties: Record<string, string>) {
  const same = cart.lines.find(
    (line) => line.variant === variant && JSON.stringify(line.properties) === JSON.stringify(properties),
  );
  if (same) same.quantity += quantity;
  else cart.lines.unshift({ key: `${variant}:${random(32)}`, variant, quantity, properties });
  return same ?? cart.lines[0]!;
}

/** What is left of a variant for this cart; without an end where the shop sells on. */
function leftFor(cart: Cart, { variant }: Found): number {
  const held = cart.lines
    .filter((line) => line.variant === variant.number)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return variant.policy === 'CONTINUE' ? Number.POSITIVE_INFINITY : variant.stock - held;
}

/** Throws where there are too few of it, or none. */
export function addItem(world: World, cart: Cart, { id, quantity, properties }: Fields): CartLine {
  const found = forSale(world, id);
  const wanted = whole(quantity, 1);
  if (found.variant.stock <= 0 && found.variant.policy !== 'CONTINUE')
    throw cartError(422, `The product '${titleOf(found)}' is already sold out.`);
  const left = leftFor(cart, found);
  if (wanted <= left) return addLine(cart, Number(id), wanted, propertiesIn(properties));
  // What there is goes into the cart, and the request fails all the same.
  if (left > 0) addLine(cart, Number(id), left, propertiesIn(properties));
  throw cartError(422, `You can't add more ${titleOf(found)} to the cart.`);
}

function setQuantity(cart: Cart, line: CartLine, quantity: number): void {
  if (quantity === 0) cart.lines = cart.lines.filter((one) => one !== line);
  else line.quantity = quantity;
}

/** `updates` is held against no stock. A null takes an attribute out, an empty text stays as one. */
function update(world: World, cart: Cart, { updates, note, attributes, discount }: Fields): void {
  if (Array.isArray(updates)) {
    if (updates.length !== cart.lines.length) throw badRequest('updates has another length than the cart.');
    const wanted = updates.map((quantity, at) => [cart.lines[at]!, whole(quantity, 0)] as const);
    for (const [line, quantity] of wanted) setQuantity(cart, line, quantity);
  } else
    for (const [id, quantity] of Object.entries((updates ?? {}) as Fields)) {
      const line = cart.lines.find(({ key, variant }) => key === id || String(variant) === id);
      if (line) setQuantity(cart, line, whole(quantity, 0));
      else if (whole(quantity, 0) > 0) {
        forSale(world, id);
        addLine(cart, Number(id), whole(quantity, 0), {});
      }
    }
  if (discount !== undefined)
    cart.codes = String(discount)
      .split(',')
      .map((code) => code.trim())
      .filter(Boolean);
  if (note !== undefined) cart.note = note === null || note === '' ? null : String(note);
  for (const [name, value] of Object.entries((attributes ?? {}) as Fields)) {
    if (value === null) delete cart.attributes[name];
    else cart.attributes[name] = String(value);
  }
}

function change(cart: Cart, { id, line: place, quantity, properties }: Fields): void {
  const line =
    place === undefined
      ? cart.lines.find(({ key, variant }) => key === String(id) || String(variant) === String(id))
      : cart.lines[Number(place) - 1];
  if (!line) throw badRequest('no valid id or line parameter');
  if (properties !== undefined) line.properties = propertiesIn(properties);
  setQuantity(cart, line, whole(quantity, 1));
}

/** @returns what the request is answered. Throws what the platform refuses. */
export function changeCart(world: World, cart: Cart, verb: string, fields: Fields): unknown {
  if (verb === 'add') {
    const many: Fields[] | null = fields.items ? Object.values(fields.items as Fields) : null;
    if (!many && fields.id === undefined)
      throw badRequest('Required parameter missing or invalid: items', 'Parameter Missing or Invalid');
    let added: CartLine[];
    try {
      added = (many ?? [fields]).map((one) => addItem(world, cart, one));
    } finally {
      saveCart(world, cart);
    }
    const items = added.map((line) => lineJson(world, line));
    return many ? { items } : items[0];
  }
  if (verb === 'update') update(world, cart, fields);
  else if (verb === 'change') change(cart, fields);
  else cart.lines = [];
  saveCart(world, cart);
  return cartJson(world, cart);
}
