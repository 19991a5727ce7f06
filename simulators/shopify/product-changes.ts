// What the shop's people do to products: POST /_sim/shopify/<shop>/products and below.
import { deleteProduct, productOf, saveProduct } from './catalogue.ts';
import { announce } from './deliveries.ts';
import { minor } from './money.ts';
import { productPayload } from './product-payload.ts';
import { type Fields, wrongCommand } from './wire.ts';
import { gid, legacy, type Node, type World } from './world.ts';

const STATES = ['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'];

const toldProduct = ({ id, updatedAt, variants }: Node) => ({
  ...{ id, number: legacy(id), updatedAt },
  variants: variants.map(({ number }: Fields) => ({
    id: gid('ProductVariant', number),
    number: String(number),
  })),
});

function variantFrom(world: World, asked: Fields, known: Fields | undefined): Fields {
  const { currency } = world.owner();
  const money = (value: unknown) => (value === null ? null : minor(value, currency));
  const { price, compareAt, ...rest } = asked;
  return {
    ...{ number: world.number(), title: 'Default Title', sku: null, price: 1000, compareAt: null },
    ...{ stock: 100, policy: 'DENY' },
    ...known,
    ...rest,
    ...(price !== undefined && { price: money(price) }),
    ...(compareAt !== undefined && { compareAt: money(compareAt) }),
  };
}

/** The fields as a command names them, into those that are stored. `price` and `stock` are the first variant's. */
function applied(world: World, product: Node, asked: Fields): Node {
  const { description, type, price, stock, variants, ...rest } = asked;
  if (rest.status !== undefined && !STATES.includes(rest.status))
    throw wrongCommand(`status must be one of ${STATES.join(', ')}.`);
  const listed: Fields[] = variants ?? (product.variants.length > 0 ? product.variants : [{}]);
  const made = listed.map((one: Fields) => {
    const known = product.variants.find(({ number }: Fields) => String(number) === String(one.number));
    return variants === undefined && known ? known : variantFrom(world, one, known);
  });
  if (price !== undefined || stock !== undefined)
    made[0] = variantFrom(
      world,
      { ...(price !== undefined && { price }), ...(stock !== undefined && { stock }) },
      made[0],
    );
  return {
    ...product,
    ...rest,
    ...(description !== undefined && { descriptionHtml: description }),
    ...(type !== undefined && { productType: type }),
    variants: made,
  };
}

function create(world: World, asked: Fields) {
  const number = world.number();
  const title: string = asked.title ?? `Roast ${number}`;
  const at = world.at();
  const empty: Node = {
    ...{
      id: gid('Product', number),
      title,
      handle: `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${number}`,
    },
    ...{ descriptionHtml: `<p>${title}</p>`, vendor: 'Northwind Coffee', productType: 'Coffee', tags: [] },
    ...{
      status: 'ACTIVE',
      published: true,
      giftCard: false,
      image: `https://cdn.shop.example/${number}.png`,
    },
    ...{ createdAt: at, updatedAt: at, variants: [] },
  };
  const product = world.add('product', '', applied(world, empty, asked));
  announce(world, 'PRODUCTS_CREATE', productPayload(world, product));
  return toldProduct(product);
}

export function productCommand(world: World, id: string, verb: string, body: Fields): unknown {
  if (id === '') {
    const { times = 1, ...one } = body;
    const made = Array.from({ length: times }, () => create(world, one));
    return times === 1 ? made[0] : { made };
  }
  const product = productOf(world, gid('Product', legacy(decodeURIComponent(id))));
  if (!product) throw wrongCommand(`There is no product ${id}.`);
  if (verb === 'change') return toldProduct(saveProduct(world, applied(world, product, body)));
  if (verb !== 'delete') throw wrongCommand('A product can be told change, delete.');
  deleteProduct(world, product);
  return { deleted: product.id };
}

/** So many products that nobody stored, with so many variants each; they are made up whenever somebody looks. */
export function catalogueCommand(world: World, { products = 0, variants = 3 }: Fields) {
  if (![products, variants].every((count) => Number.isInteger(count) && count >= 0) || variants > 9)
    throw wrongCommand('products is a number, variants one up to 9.');
  const made = { products, variants, at: world.at() };
  world.set('catalogue', made);
  return made;
}
