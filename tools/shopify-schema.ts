// Writes simulators/shopify/schema.generated.ts: Shopify's Admin schema of 2026-07, cut down to what the simulator answers.
// By hand, after a change of the lists below:
//
//     npm pack @shopify/dev-mcp@1.16.0 && tar xzf shopify-dev-mcp-1.16.0.tgz
//     node tools/shopify-schema.ts package/dist/data/admin_2026-07.json.gz
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, type IntrospectionQuery, printSchema } from 'graphql';

const OUT = 'simulators/shopify/schema.generated.ts';
/** Every field whose type is kept. */
const ALL = '*';

/** The fields that are kept, by their types. Enums, scalars, connections and edges come along with what has them. */
const KEPT: Record<string, string> = {
  QueryRoot: `bulkOperation bulkOperations codeDiscountNode codeDiscountNodeByCode codeDiscountNodes currentAppInstallation
    currentBulkOperation draftOrder draftOrders node nodes order orders ordersCount product products productsCount
    productVariant productVariants productVariantsCount shop
    webhookSubscription webhookSubscriptions webhookSubscriptionsCount`,
  Mutation: `appRevokeAccessScopes appUninstall bulkOperationCancel bulkOperationRunQuery discountCodeActivate
    discountCodeBasicCreate discountCodeBasicUpdate discountCodeDeactivate discountCodeDelete draftOrderComplete
    draftOrderCreate draftOrderDelete draftOrderUpdate fulfillmentCreate fulfillmentEventCreate webhookSubscriptionCreate webhookSubscriptionDelete
    webhookSubscriptionUpdate`,
  Node: ALL,
  LegacyInteroperability: ALL,
  DisplayableError: ALL,
  UserError: ALL,
  PageInfo: ALL,
  Count: ALL,
  MoneyBag: ALL,
  MoneyV2: ALL,
  Attribute: ALL,
  AttributeInput: ALL,
  MoneyInput: ALL,
  // Shop and app
  AccessScope: ALL,
  App: 'apiKey handle id title',
  AppInstallation: 'accessScopes app id launchUrl uninstallUrl',
  AppRevokeAccessScopesPayload: ALL,
  AppRevokeAccessScopesAppRevokeScopeError: ALL,
  AppUninstallPayload: ALL,
  AppUninstallAppUninstallError: ALL,
  Domain: 'host id sslEnabled url',
  Shop: `contactEmail createdAt currencyCode email enabledPresentmentCurrencies ianaTimezone id myshopifyDomain name
    orderNumberFormatPrefix orderNumberFormatSuffix plan primaryDomain taxesIncluded timezoneOffset updatedAt url`,
  ShopPlan: 'displayName partnerDevelopment publicDisplayName shopifyPlus',
  // Webhooks
  WebhookSubscription: `apiVersion callbackUrl createdAt filter format id includeFields legacyResourceId
    metafieldNamespaces name topic updatedAt uri`,
  ApiVersion: ALL,
  WebhookSubscriptionInput: ALL,
  WebhookSubscriptionCreatePayload: ALL,
  WebhookSubscriptionUpdatePayload: ALL,
  WebhookSubscriptionDeletePayload: ALL,
  // Orders
  Order: `app cancelReason cancelledAt cartToken checkoutToken clientIp closed closedAt confirmationNumber confirmed createdAt
    currencyCode currentShippingPriceSet currentSubtotalLineItemsQuantity currentSubtotalPriceSet currentTaxLines
    currentTotalDiscountsSet currentTotalPriceSet currentTotalTaxSet customAttributes customer customerJourneySummary
    customerLocale discountCode discountCodes displayFinancialStatus displayFulfillmentStatus edited email fulfillmentOrders fulfillments
    fullyPaid id landingPageUrl legacyResourceId lineItems name netPaymentSet note number originalTotalPriceSet
    paymentGatewayNames phone presentmentCurrencyCode processedAt referrerUrl refundDiscrepancySet refundable refunds
    retailLocation shippingAddress billingAddress shippingLine sourceIdentifier sourceName subtotalLineItemsQuantity
    subtotalPriceSet tags taxExempt taxLines taxesIncluded test totalDiscountsSet totalOutstandingSet totalPriceSet
    totalReceivedSet totalRefundedSet totalRefundedShippingSet totalShippingPriceSet totalTaxSet totalTipReceivedSet
    transactions unpaid updatedAt`,
  OrderApp: 'id name',
  Location: 'id legacyResourceId name',
  LineItem: `currentQuantity customAttributes discountAllocations discountedTotalSet discountedUnitPriceSet
    discountedUnitPriceAfterAllDiscountsSet id isGiftCard name originalTotalSet originalUnitPriceSet
    priceAfterAllDiscountsBeforeTaxesSet product quantity refundableQuantity requiresShipping sellingPlan sku taxLines
    taxable title totalDiscountSet variant variantTitle vendor`,
  LineItemSellingPlan: ALL,
  DiscountAllocation: 'allocatedAmountSet',
  TaxLine: 'channelLiable priceSet rate ratePercentage source title',
  Refund: `createdAt id legacyResourceId note order orderAdjustments processedAt refundLineItems totalRefundedSet updatedAt`,
  RefundLineItem: 'id lineItem priceSet quantity restockType restocked subtotalSet totalTaxSet',
  OrderAdjustment: ALL,
  OrderTransaction: 'amountSet createdAt formattedGateway gateway id kind processedAt status test',
  ShippingLine: 'code discountedPriceSet id originalPriceSet source taxLines title',
  CustomerJourneySummary: 'customerOrderIndex daysToConversion firstVisit lastVisit ready',
  CustomerVisit: 'id landingPage occurredAt referralCode referrerUrl source sourceDescription utmParameters',
  UTMParameters: ALL,
  Customer:
    'createdAt defaultEmailAddress defaultPhoneNumber displayName email firstName id lastName legacyResourceId phone',
  CustomerEmailAddress: 'emailAddress',
  CustomerPhoneNumber: 'phoneNumber',
  MailingAddress: `address1 address2 city company country countryCodeV2 firstName formatted id lastName name phone province
    provinceCode zip`,
  MailingAddressInput: 'address1 address2 city company countryCode firstName lastName phone provinceCode zip',
  Fulfillment: `createdAt deliveredAt displayStatus estimatedDeliveryAt id inTransitAt legacyResourceId name order status
    totalQuantity trackingInfo updatedAt`,
  FulfillmentTrackingInfo: ALL,
  FulfillmentOrder: 'createdAt id order orderId orderName status updatedAt',
  FulfillmentInput: 'lineItemsByFulfillmentOrder notifyCustomer trackingInfo',
  FulfillmentOrderLineItemsInput: 'fulfillmentOrderId',
  FulfillmentTrackingInput: ALL,
  FulfillmentCreatePayload: ALL,
  FulfillmentEvent: 'createdAt happenedAt id message status',
  FulfillmentEventInput: 'fulfillmentId happenedAt message status',
  FulfillmentEventCreatePayload: ALL,
  // Products
  Product: `createdAt description descriptionHtml featuredMedia handle hasOnlyDefaultVariant id isGiftCard legacyResourceId media
    mediaCount onlineStoreUrl options priceRangeV2 productType publishedAt status tags title totalInventory tracksInventory
    updatedAt variants variantsCount vendor`,
  ProductOption: 'id name position values',
  ProductPriceRangeV2: ALL,
  ProductVariant: `availableForSale barcode compareAtPrice createdAt displayName id image inventoryPolicy inventoryQuantity
    legacyResourceId media position price product selectedOptions sku taxable title updatedAt`,
  SelectedOption: 'name value',
  Media: 'alt id mediaContentType preview status',
  MediaImage: 'alt createdAt id image mediaContentType mimeType preview status updatedAt',
  MediaPreviewImage: ALL,
  Image: 'altText height id url width',
  // Bulk operations
  BulkOperation: ALL,
  BulkOperationRunQueryPayload: ALL,
  BulkOperationCancelPayload: ALL,
  BulkOperationUserError: ALL,
  // Drafts
  DraftOrder: `appliedDiscount completedAt createdAt currencyCode customAttributes email id invoiceUrl legacyResourceId
    lineItems name note2 order phone presentmentCurrencyCode ready shippingAddress shippingLine status subtotalPriceSet tags
    taxExempt taxesIncluded totalDiscountsSet totalPriceSet totalQuantityOfLineItems totalShippingPriceSet totalTaxSet
    updatedAt`,
  DraftOrderAppliedDiscount: 'amountSet description title value valueType',
  DraftOrderAppliedDiscountInput: ALL,
  DraftOrderInput: `acceptAutomaticDiscounts appliedDiscount billingAddress customAttributes email lineItems note phone
    presentmentCurrencyCode reserveInventoryUntil shippingAddress shippingLine sourceName tags taxExempt visibleToCustomer`,
  DraftOrderLineItemInput: `appliedDiscount customAttributes originalUnitPriceWithCurrency quantity requiresShipping sku
    taxable title variantId`,
  ShippingLineInput: ALL,
  DraftOrderLineItem: `appliedDiscount custom customAttributes discountedTotalSet id isGiftCard name originalTotalSet
    originalUnitPriceSet product quantity requiresShipping sku taxable title totalDiscountSet variant variantTitle`,
  DraftOrderCreatePayload: ALL,
  DraftOrderUpdatePayload: ALL,
  DraftOrderCompletePayload: ALL,
  DraftOrderDeletePayload: ALL,
  DraftOrderDeleteInput: ALL,
  // Discounts
  DiscountCodeNode: 'codeDiscount id',
  DiscountCode: ALL,
  DiscountCodeBasic: `appliesOncePerCustomer asyncUsageCount codes codesCount combinesWith createdAt customerGets
    discountClasses endsAt shortSummary startsAt status summary title updatedAt usageLimit`,
  DiscountRedeemCode: 'asyncUsageCount code id',
  DiscountCombinesWith: 'orderDiscounts productDiscounts shippingDiscounts',
  DiscountCombinesWithInput: 'orderDiscounts productDiscounts shippingDiscounts',
  DiscountCustomerGets: 'appliesOnOneTimePurchase appliesOnSubscription items value',
  DiscountItems: ALL,
  AllDiscountItems: ALL,
  DiscountProducts: 'products',
  DiscountCustomerGetsValue: ALL,
  DiscountPercentage: ALL,
  DiscountAmount: ALL,
  DiscountUserError: ALL,
  DiscountCodeBasicInput: `appliesOncePerCustomer code combinesWith context customerGets endsAt minimumRequirement startsAt
    tags title usageLimit`,
  DiscountMinimumRequirementInput: ALL,
  DiscountMinimumQuantityInput: ALL,
  DiscountMinimumSubtotalInput: ALL,
  DiscountContextInput: 'all',
  DiscountCustomerGetsInput: 'appliesOnOneTimePurchase appliesOnSubscription items value',
  DiscountItemsInput: 'all',
  DiscountCustomerGetsValueInput: 'discountAmount percentage',
  DiscountAmountInput: ALL,
  DiscountCodeBasicCreatePayload: ALL,
  DiscountCodeBasicUpdatePayload: ALL,
  DiscountCodeActivatePayload: ALL,
  DiscountCodeDeactivatePayload: ALL,
  DiscountCodeDeletePayload: ALL,
};

interface Ref {
  kind: string;
  name: string | null;
  ofType: Ref | null;
}
interface Field {
  name: string;
  description: string | null;
  type: Ref;
  args?: Field[];
}
interface Type {
  kind: string;
  name: string;
  description: string | null;
  fields: Field[] | null;
  inputFields: Field[] | null;
  interfaces: Ref[] | null;
  possibleTypes: Ref[] | null;
  enumValues: Field[] | null;
}

const [file] = process.argv.slice(2);
if (!file) throw new Error('Say where admin_2026-07.json.gz lies.');
const { data } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as {
  data: { __schema: { types: Type[] } };
};
const schema = data.__schema;
const types = new Map(schema.types.map((type) => [type.name, type]));

const nameOf = (ref: Ref): string => ref.name ?? nameOf(ref.ofType!);
const isLeaf = (name: string) => /^(ENUM|SCALAR)$/.test(types.get(name)?.kind ?? '');

/** A connection or an edge is kept with what it lists. */
function isKept(name: string): boolean {
  if (Object.hasOwn(KEPT, name) || isLeaf(name) || name.startsWith('__')) return true;
  const listed = /^(.+?)(?:Connection|Edge)$/.exec(name)?.[1];
  return listed !== undefined && Object.hasOwn(KEPT, listed) && types.has(`${listed}Edge`);
}

function cutFields(type: Type, fields: Field[]): Field[] {
  const asked = KEPT[type.name] ?? ALL;
  const names = asked === ALL ? null : asked.split(/\s+/).filter(Boolean);
  const unknown = names?.find((name) => !fields.some((field) => field.name === name));
  if (unknown) throw new Error(`${type.name} has no field ${unknown}`);
  const left = fields.filter(
    ({ name, type: ref }) => (names?.includes(name) ?? true) && (isKept(nameOf(ref)) || names),
  );
  const lost = left.find(({ type: ref }) => !isKept(nameOf(ref)));
  if (lost) throw new Error(`${type.name}.${lost.name} is of ${nameOf(lost.type)}, which is not kept`);
  return left.map((field) => ({
    ...field,
    description: null,
    ...(field.args && {
      args: field.args
        .filter((arg) => isKept(nameOf(arg.type)))
        .map((arg) => ({ ...arg, description: null })),
    }),
  }));
}

const cut = schema.types
  .filter((type) => isKept(type.name))
  .map((type) => ({
    ...type,
    description: null,
    fields: type.fields && cutFields(type, type.fields),
    inputFields: type.inputFields && cutFields(type, type.inputFields),
    enumValues: type.enumValues?.map((value) => ({ ...value, description: null })) ?? null,
    interfaces: type.interfaces?.filter((ref) => isKept(nameOf(ref))) ?? null,
    possibleTypes: type.possibleTypes?.filter((ref) => isKept(nameOf(ref))) ?? null,
  }));

/** The leaves that something still names. */
function reached(): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    const type = cut.find((one) => one.name === name);
    for (const field of [...(type?.fields ?? []), ...(type?.inputFields ?? [])]) {
      visit(nameOf(field.type));
      for (const arg of field.args ?? []) visit(nameOf(arg.type));
    }
    for (const ref of [...(type?.possibleTypes ?? []), ...(type?.interfaces ?? [])]) visit(nameOf(ref));
  };
  for (const name of ['QueryRoot', 'Mutation', 'Boolean', 'Int', 'String', 'Float']) visit(name);
  return found;
}

const named = reached();
const idle = Object.keys(KEPT).filter((name) => !named.has(name));
if (idle.length > 0) throw new Error(`Nothing names ${idle.join(', ')}`);
const small = {
  __schema: {
    ...schema,
    description: null,
    subscriptionType: null,
    types: cut.filter(({ name }) => named.has(name) || name.startsWith('__')),
    directives: (schema as unknown as { directives: Field[] }).directives.map((one) => ({
      ...one,
      description: null,
      args: one.args!.map((arg) => ({ ...arg, description: null })),
    })),
  },
} as unknown as IntrospectionQuery;
const text = printSchema(buildClientSchema(small));
writeFileSync(
  OUT,
  `// Shopify's Admin GraphQL schema of 2026-07, cut down by tools/shopify-schema.ts, which says how it is made. The whole of it is
// in the data of @shopify/dev-mcp 1.16.0: Copyright 2025-present, Shopify Inc., ISC License (permission to use, copy, modify
// and distribute for any purpose with or without fee is granted, provided that this notice appears in all copies; it comes
// as is, without warranty).
export const SCHEMA = /* GraphQL */ \`
${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}
\`;
`,
);
console.log(`${OUT}: ${named.size} types, ${text.length} characters`);
