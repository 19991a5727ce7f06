// What the pages can do with shops beyond the API.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { answerDataRequest } from './answer-data-request.ts';
import { getCustomerData } from './get-customer-data.ts';
import { getShop } from './get-shop.ts';
import { getShopPixel } from './get-shop-pixel.ts';

const request = z.strictObject({ id: z.string().regex(/^[0-9a-f]{64}$/) });

export const shopOperations = {
  getShop: defineOperation({
    operationId: 'getShop',
    access: access.reads(),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getShop(ctx, params.id)),
  }),
  getShopPixel: defineOperation({
    operationId: 'getShopPixel',
    access: access.reads(),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getShopPixel(ctx, params.id)),
  }),
  getCustomerData: defineOperation({
    operationId: 'getCustomerData',
    access: { ...access.reads(), admins: true },
    params: request,
    handle: async (ctx, { params }) => ok(await getCustomerData(ctx, params.id)),
  }),
  answerDataRequest: defineOperation({
    operationId: 'answerDataRequest',
    access: access.writes(),
    params: request,
    idempotency: { none: 'A request is answered once, and answering it again changes nothing.' },
    handle: async (ctx, { params }) => ok(await answerDataRequest(ctx, params.id)),
  }),
};
