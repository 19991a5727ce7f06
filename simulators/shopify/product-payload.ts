// A product as webhooks carry it: shaped like the older REST API.
import { money } from './money.ts';
import type { Fields } from './wire.ts';
import { gid, legacy, type Node, type World } from './world.ts';

export function productPayload(world: World, product: Node): Fields {
  const { currency } = world.owner();
  const id = Number(legacy(product.id));
  const image = { id, position: 1, alt: product.title, src: product.image, width: 800, height: 800 };
  return {
    id,
    admin_graphql_api_id: product.id,
    title: product.title,
    handle: product.handle,
    body_html: product.descriptionHtml,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags.join(', '),
    status: product.status.toLowerCase(),
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    published_at: product.published ? product.createdAt : null,
    variants: product.variants.map((one: Fields, at: number) => ({
      id: one.number,
      admin_graphql_api_id: gid('ProductVariant', one.number),
      product_id: id,
      title: one.title,
      sku: one.sku,
      position: at + 1,
      price: money(one.price, currency),
      compare_at_price: one.compareAt === null ? null : money(one.compareAt, currency),
      inventory_quantity: one.stock,
      inventory_policy: one.policy.toLowerCase(),
      created_at: product.createdAt,
      updated_at: product.updatedAt,
    })),
    variant_gids: product.variants.map((one: Fields) => ({
      admin_graphql_api_id: gid('ProductVariant', one.number),
      updated_at: product.updatedAt,
    })),
    options: [{ id, name: 'Title', position: 1, values: product.variants.map(({ title }: Fields) => title) }],
    image: product.image ? image : null,
    images: product.image ? [image] : [],
  };
}
