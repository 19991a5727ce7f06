import * as z from 'zod';
import { clientQuery } from '../../../http/client.ts';
import { access, BUSINESS, created, defineRoute, EVERYONE, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { commaList, listQuery, nameQuery, sortQuery } from '../../../resource/list-page.ts';
import { createProduct } from './create-product.ts';
import { getProduct, listProducts } from './get-product.ts';
import { listCommerceProducts } from './list-commerce-products.ts';
import { PRODUCT_STATUSES, Product, ProductCreate, ProductUpdate } from './product.ts';
import { updateProduct } from './update-product.ts';

export const productRoutes = [
  defineRoute({
    operationId: 'createProduct',
    method: 'POST',
    path: '/v1/products',
    tag: 'Products',
    summary: 'Add a product',
    access: access.writes(),
    body: ProductCreate,
    output: Product,
    status: [201],
    errors: ['operation_rejected'],
    handle: async (ctx, { body }) => created(await createProduct(ctx, body)),
  }),
  defineRoute({
    operationId: 'listProducts',
    method: 'GET',
    path: '/v1/products',
    tag: 'Products',
    summary: 'List products',
    description:
      "An account's own products, archived ones only when asked for; q is for them alone. A creator gets active ones: those of the programs that it applied to or was invited to, and those with samples of accounts that it agreed with.",
    access: access.reads(EVERYONE),
    embeds: ['submissions'],
    query: z.strictObject({
      status: commaList(PRODUCT_STATUSES),
      sampleable: z
        .enum(['true', 'false'])
        .transform((value) => value === 'true')
        .optional()
        .describe('Only those that creators may ask for a sample of, or only the others.'),
      program: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .describe('Only those of this program, if the caller can see it.'),
      ...nameQuery,
      ...sortQuery,
      ...listQuery,
    }),
    output: Product,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listProducts(ctx, query)),
  }),
  defineRoute({
    operationId: 'getProduct',
    method: 'GET',
    path: '/v1/products/:id',
    tag: 'Products',
    summary: 'Get a product',
    access: access.reads(EVERYONE),
    params: pathId,
    query: z.strictObject({
      expand: z
        .literal('accessCode')
        .optional()
        .describe('accessCode: also the code, for the account alone. Who read it is kept.'),
    }),
    output: Product,
    status: [200],
    errors: ['not_found', 'permission_denied', 'unavailable'],
    handle: async (ctx, { params, query }) => ok(await getProduct(ctx, params.id, query.expand)),
  }),
  defineRoute({
    operationId: 'updateProduct',
    method: 'PATCH',
    path: '/v1/products/:id',
    tag: 'Products',
    summary: 'Change or archive a product, or set its access code',
    access: access.writes(),
    params: pathId,
    body: ProductUpdate,
    output: Product,
    status: [200],
    errors: ['not_found', 'version_conflict', 'operation_rejected'],
    handle: async (ctx, { params, body }) => ok(await updateProduct(ctx, params.id, body)),
  }),
  defineRoute({
    ...BUSINESS,
    operationId: 'listCommerceProducts',
    method: 'GET',
    path: '/commerce/products',
    summary: 'List active products, newest first',
    access: access.scoped('read', ['brand:products:read', 'partner:products:read'], 'active'),
    query: z.strictObject({
      ...clientQuery.active,
      query: z
        .string()
        .max(120)
        .default('')
        .describe('Only those whose title holds this, in capitals or not.'),
      limit: listQuery.limit,
      cursor: z.string().min(1).max(4096).optional().describe("The previous page's nextCursor."),
    }),
    output: Product,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listCommerceProducts(ctx, query)),
  }),
];
