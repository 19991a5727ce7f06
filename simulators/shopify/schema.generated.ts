// Shopify's Admin GraphQL schema of 2026-07, cut down by tools/shopify-schema.ts, which says how it is made. The whole of it is
// in the data of @shopify/dev-mcp 1.16.0: Copyright 2025-present, Shopify Inc., ISC License (permission to use, copy, modify
// and distribute for any purpose with or without fee is granted, provided that this notice appears in all copies; it comes
// as is, without warranty).
export const SCHEMA = /* GraphQL */ `
schema {
  query: QueryRoot
  mutation: Mutation
}

directive @idempotent(key: String!) on FIELD

type AccessScope {
  description: String!
  handle: String!
}

type AllDiscountItems {
  allItems: Boolean!
}

type ApiVersion {
  displayName: String!
  handle: String!
  supported: Boolean!
}

type App implements Node {
  apiKey: String!
  handle: String
  id: ID!
  title: String!
}

type AppInstallation implements Node {
  accessScopes: [AccessScope!]!
  app: App!
  id: ID!
  launchUrl: URL!
  uninstallUrl: URL
}

type AppRevokeAccessScopesAppRevokeScopeError implements DisplayableError {
  code: AppRevokeAccessScopesAppRevokeScopeErrorCode
  field: [String!]
  message: String!
}

enum AppRevokeAccessScopesAppRevokeScopeErrorCode {
  APPLICATION_CANNOT_BE_FOUND
  APP_NOT_INSTALLED
  CANNOT_REVOKE_IMPLIED_SCOPES
  CANNOT_REVOKE_REQUIRED_SCOPES
  CANNOT_REVOKE_UNDECLARED_SCOPES
  MISSING_SOURCE_APP
  UNKNOWN_SCOPES
}

type AppRevokeAccessScopesPayload {
  revoked: [AccessScope!]
  userErrors: [AppRevokeAccessScopesAppRevokeScopeError!]!
}

type AppUninstallAppUninstallError implements DisplayableError {
  code: AppUninstallAppUninstallErrorCode
  field: [String!]
  message: String!
}

enum AppUninstallAppUninstallErrorCode {
  APP_NOT_FOUND
  APP_NOT_INSTALLED
  APP_UNINSTALL_ERROR
  USER_PERMISSIONS_INSUFFICIENT
}

type AppUninstallPayload {
  app: App
  userErrors: [AppUninstallAppUninstallError!]!
}

type Attribute {
  key: String!
  value: String
}

input AttributeInput {
  key: String!
  value: String!
}

type BulkOperation implements Node {
  completedAt: DateTime
  createdAt: DateTime!
  errorCode: BulkOperationErrorCode
  fileSize: UnsignedInt64
  id: ID!
  objectCount: UnsignedInt64!
  partialDataUrl: URL
  query: String!
  rootObjectCount: UnsignedInt64!
  status: BulkOperationStatus!
  type: BulkOperationType!
  url: URL
}

type BulkOperationCancelPayload {
  bulkOperation: BulkOperation
  userErrors: [UserError!]!
}

type BulkOperationConnection {
  edges: [BulkOperationEdge!]!
  nodes: [BulkOperation!]!
  pageInfo: PageInfo!
}

type BulkOperationEdge {
  cursor: String!
  node: BulkOperation!
}

enum BulkOperationErrorCode {
  ACCESS_DENIED
  INTERNAL_SERVER_ERROR
  TIMEOUT
}

type BulkOperationRunQueryPayload {
  bulkOperation: BulkOperation
  userErrors: [BulkOperationUserError!]!
}

enum BulkOperationStatus {
  CANCELED
  CANCELING
  COMPLETED
  CREATED
  EXPIRED
  FAILED
  RUNNING
}

enum BulkOperationType {
  MUTATION
  QUERY
}

type BulkOperationUserError implements DisplayableError {
  code: BulkOperationUserErrorCode
  field: [String!]
  message: String!
}

enum BulkOperationUserErrorCode {
  INVALID
  LIMIT_REACHED
  OPERATION_IN_PROGRESS
}

enum BulkOperationsSortKeys {
  COMPLETED_AT
  CREATED_AT
}

enum CodeDiscountSortKeys {
  CREATED_AT
  ENDS_AT
  ID
  RELEVANCE
  STARTS_AT
  TITLE
  UPDATED_AT
}

type Count {
  count: Int!
  precision: CountPrecision!
}

enum CountPrecision {
  AT_LEAST
  EXACT
}

enum CountryCode {
  AC
  AD
  AE
  AF
  AG
  AI
  AL
  AM
  AN
  AO
  AR
  AT
  AU
  AW
  AX
  AZ
  BA
  BB
  BD
  BE
  BF
  BG
  BH
  BI
  BJ
  BL
  BM
  BN
  BO
  BQ
  BR
  BS
  BT
  BV
  BW
  BY
  BZ
  CA
  CC
  CD
  CF
  CG
  CH
  CI
  CK
  CL
  CM
  CN
  CO
  CR
  CU
  CV
  CW
  CX
  CY
  CZ
  DE
  DJ
  DK
  DM
  DO
  DZ
  EC
  EE
  EG
  EH
  ER
  ES
  ET
  FI
  FJ
  FK
  FO
  FR
  GA
  GB
  GD
  GE
  GF
  GG
  GH
  GI
  GL
  GM
  GN
  GP
  GQ
  GR
  GS
  GT
  GW
  GY
  HK
  HM
  HN
  HR
  HT
  HU
  ID
  IE
  IL
  IM
  IN
  IO
  IQ
  IR
  IS
  IT
  JE
  JM
  JO
  JP
  KE
  KG
  KH
  KI
  KM
  KN
  KP
  KR
  KW
  KY
  KZ
  LA
  LB
  LC
  LI
  LK
  LR
  LS
  LT
  LU
  LV
  LY
  MA
  MC
  MD
  ME
  MF
  MG
  MK
  ML
  MM
  MN
  MO
  MQ
  MR
  MS
  MT
  MU
  MV
  MW
  MX
  MY
  MZ
  NA
  NC
  NE
  NF
  NG
  NI
  NL
  NO
  NP
  NR
  NU
  NZ
  OM
  PA
  PE
  PF
  PG
  PH
  PK
  PL
  PM
  PN
  PS
  PT
  PY
  QA
  RE
  RO
  RS
  RU
  RW
  SA
  SB
  SC
  SD
  SE
  SG
  SH
  SI
  SJ
  SK
  SL
  SM
  SN
  SO
  SR
  SS
  ST
  SV
  SX
  SY
  SZ
  TA
  TC
  TD
  TF
  TG
  TH
  TJ
  TK
  TL
  TM
  TN
  TO
  TR
  TT
  TV
  TW
  TZ
  UA
  UG
  UM
  US
  UY
  UZ
  VA
  VC
  VE
  VG
  VN
  VU
  WF
  WS
  XK
  YE
  YT
  ZA
  ZM
  ZW
  ZZ
}

enum CropRegion {
  BOTTOM
  CENTER
  LEFT
  RIGHT
  TOP
}

enum CurrencyCode {
  AED
  AFN
  ALL
  AMD
  ANG
  AOA
  ARS
  AUD
  AWG
  AZN
  BAM
  BBD
  BDT
  BGN
  BHD
  BIF
  BMD
  BND
  BOB
  BRL
  BSD
  BTN
  BWP
  BYN
  BYR @deprecated(reason: "Use \`BYN\` instead.")
  BZD
  CAD
  CDF
  CHF
  CLP
  CNY
  COP
  CRC
  CVE
  CZK
  DJF
  DKK
  DOP
  DZD
  EGP
  ERN
  ETB
  EUR
  FJD
  FKP
  GBP
  GEL
  GHS
  GIP
  GMD
  GNF
  GTQ
  GYD
  HKD
  HNL
  HRK
  HTG
  HUF
  IDR
  ILS
  INR
  IQD
  IRR
  ISK
  JEP
  JMD
  JOD
  JPY
  KES
  KGS
  KHR
  KID
  KMF
  KRW
  KWD
  KYD
  KZT
  LAK
  LBP
  LKR
  LRD
  LSL
  LTL
  LVL
  LYD
  MAD
  MDL
  MGA
  MKD
  MMK
  MNT
  MOP
  MRU
  MUR
  MVR
  MWK
  MXN
  MYR
  MZN
  NAD
  NGN
  NIO
  NOK
  NPR
  NZD
  OMR
  PAB
  PEN
  PGK
  PHP
  PKR
  PLN
  PYG
  QAR
  RON
  RSD
  RUB
  RWF
  SAR
  SBD
  SCR
  SDG
  SEK
  SGD
  SHP
  SLL
  SOS
  SRD
  SSP
  STD @deprecated(reason: "Use \`STN\` instead.")
  STN
  SYP
  SZL
  THB
  TJS
  TMT
  TND
  TOP
  TRY
  TTD
  TWD
  TZS
  UAH
  UGX
  USD
  USDC
  UYU
  UZS
  VED
  VEF @deprecated(reason: "Use \`VES\` instead.")
  VES
  VND
  VUV
  WST
  XAF
  XCD
  XOF
  XPF
  XXX
  YER
  ZAR
  ZMW
}

type Customer implements LegacyInteroperability & Node {
  createdAt: DateTime!
  defaultEmailAddress: CustomerEmailAddress
  defaultPhoneNumber: CustomerPhoneNumber
  displayName: String!
  email: String @deprecated(reason: "Use \`defaultEmailAddress.emailAddress\` instead.")
  firstName: String
  id: ID!
  lastName: String
  legacyResourceId: UnsignedInt64!
  phone: String @deprecated(reason: "Use \`defaultPhoneNumber.phoneNumber\` instead.")
}

type CustomerEmailAddress {
  emailAddress: String!
}

type CustomerJourneySummary {
  customerOrderIndex: Int
  daysToConversion: Int
  firstVisit: CustomerVisit
  lastVisit: CustomerVisit
  ready: Boolean!
}

type CustomerPhoneNumber {
  phoneNumber: String!
}

type CustomerVisit implements Node {
  id: ID!
  landingPage: URL
  occurredAt: DateTime!
  referralCode: String
  referrerUrl: URL
  source: String!
  sourceDescription: String
  utmParameters: UTMParameters
}

scalar DateTime

scalar Decimal

type DiscountAllocation {
  allocatedAmountSet: MoneyBag!
}

type DiscountAmount {
  amount: MoneyV2!
  appliesOnEachItem: Boolean!
}

input DiscountAmountInput {
  amount: Decimal
  appliesOnEachItem: Boolean
}

enum DiscountBuyerSelection {
  ALL
}

enum DiscountClass {
  ORDER
  PRODUCT
  SHIPPING
}

union DiscountCode = DiscountCodeBasic

type DiscountCodeActivatePayload {
  codeDiscountNode: DiscountCodeNode
  userErrors: [DiscountUserError!]!
}

type DiscountCodeBasic {
  appliesOncePerCustomer: Boolean!
  asyncUsageCount: Int!
  codes(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, savedSearchId: ID, sortKey: DiscountCodeSortKeys = ID): DiscountRedeemCodeConnection!
  codesCount: Count
  combinesWith: DiscountCombinesWith!
  createdAt: DateTime!
  customerGets: DiscountCustomerGets!
  discountClasses: [DiscountClass!]!
  endsAt: DateTime
  shortSummary: String!
  startsAt: DateTime!
  status: DiscountStatus!
  summary: String!
  title: String!
  updatedAt: DateTime!
  usageLimit: Int
}

type DiscountCodeBasicCreatePayload {
  codeDiscountNode: DiscountCodeNode
  userErrors: [DiscountUserError!]!
}

input DiscountCodeBasicInput {
  appliesOncePerCustomer: Boolean
  code: String
  combinesWith: DiscountCombinesWithInput
  context: DiscountContextInput
  customerGets: DiscountCustomerGetsInput
  endsAt: DateTime
  minimumRequirement: DiscountMinimumRequirementInput
  startsAt: DateTime
  tags: [String!]
  title: String
  usageLimit: Int
}

type DiscountCodeBasicUpdatePayload {
  codeDiscountNode: DiscountCodeNode
  userErrors: [DiscountUserError!]!
}

type DiscountCodeDeactivatePayload {
  codeDiscountNode: DiscountCodeNode
  userErrors: [DiscountUserError!]!
}

type DiscountCodeDeletePayload {
  deletedCodeDiscountId: ID
  userErrors: [DiscountUserError!]!
}

type DiscountCodeNode implements Node {
  codeDiscount: DiscountCode!
  id: ID!
}

type DiscountCodeNodeConnection {
  edges: [DiscountCodeNodeEdge!]!
  nodes: [DiscountCodeNode!]!
  pageInfo: PageInfo!
}

type DiscountCodeNodeEdge {
  cursor: String!
  node: DiscountCodeNode!
}

enum DiscountCodeSortKeys {
  CODE
  CREATED_AT
  ID
  RELEVANCE
}

type DiscountCombinesWith {
  orderDiscounts: Boolean!
  productDiscounts: Boolean!
  shippingDiscounts: Boolean!
}

input DiscountCombinesWithInput {
  orderDiscounts: Boolean = false
  productDiscounts: Boolean = false
  shippingDiscounts: Boolean = false
}

input DiscountContextInput @oneOf {
  all: DiscountBuyerSelection
}

type DiscountCustomerGets {
  appliesOnOneTimePurchase: Boolean!
  appliesOnSubscription: Boolean!
  items: DiscountItems!
  value: DiscountCustomerGetsValue!
}

input DiscountCustomerGetsInput {
  appliesOnOneTimePurchase: Boolean
  appliesOnSubscription: Boolean
  items: DiscountItemsInput
  value: DiscountCustomerGetsValueInput
}

union DiscountCustomerGetsValue = DiscountAmount | DiscountPercentage

input DiscountCustomerGetsValueInput {
  discountAmount: DiscountAmountInput
  percentage: Float
}

enum DiscountErrorCode {
  ACTIVE_PERIOD_OVERLAP
  APPLIES_ON_NOTHING
  BLANK
  CONFLICT
  DISCOUNT_NOT_COMPATIBLE_WITH_CONDITION_TYPES
  DUPLICATE
  END_DATE_BEFORE_START_DATE
  EQUAL_TO
  EXCEEDED_MAX
  GREATER_THAN
  GREATER_THAN_OR_EQUAL_TO
  IMPLICIT_DUPLICATE
  INCLUSION
  INTERNAL_ERROR
  INVALID
  INVALID_COMBINES_WITH_FOR_DISCOUNT_CLASS
  INVALID_DISCOUNT_CLASS_FOR_PRICE_RULE
  INVALID_PRODUCT_DISCOUNTS_FALSE_WITH_EXISTING_TAGS_ON_SAME_CART_LINE
  INVALID_PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_FOR_DISCOUNT_CLASS
  INVALID_PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_WITHOUT_PRODUCT_DISCOUNTS
  INVALID_TAG_LENGTH
  LESS_THAN
  LESS_THAN_OR_EQUAL_TO
  MAX_APP_DISCOUNTS
  MINIMUM_SUBTOTAL_AND_QUANTITY_RANGE_BOTH_PRESENT
  MISSING_ARGUMENT
  MISSING_FUNCTION_IDENTIFIER
  MULTIPLE_FUNCTION_IDENTIFIERS
  MULTIPLE_RECURRING_CYCLE_LIMIT_FOR_NON_SUBSCRIPTION_ITEMS
  PRESENT
  PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE_NOT_ENTITLED
  RECURRING_CYCLE_LIMIT_NOT_A_VALID_INTEGER
  TAKEN
  TOO_LONG
  TOO_MANY_ARGUMENTS
  TOO_MANY_PRODUCT_DISCOUNTS_WITH_TAGS_ON_SAME_CART_LINE
  TOO_MANY_TAGS
  TOO_SHORT
  VALUE_OUTSIDE_RANGE
}

union DiscountItems = AllDiscountItems | DiscountProducts

input DiscountItemsInput {
  all: Boolean
}

input DiscountMinimumQuantityInput {
  greaterThanOrEqualToQuantity: UnsignedInt64
}

input DiscountMinimumRequirementInput {
  quantity: DiscountMinimumQuantityInput
  subtotal: DiscountMinimumSubtotalInput
}

input DiscountMinimumSubtotalInput {
  greaterThanOrEqualToSubtotal: Decimal
}

type DiscountPercentage {
  percentage: Float!
}

type DiscountProducts {
  products(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): ProductConnection!
}

type DiscountRedeemCode {
  asyncUsageCount: Int!
  code: String!
  id: ID!
}

type DiscountRedeemCodeConnection {
  edges: [DiscountRedeemCodeEdge!]!
  nodes: [DiscountRedeemCode!]!
  pageInfo: PageInfo!
}

type DiscountRedeemCodeEdge {
  cursor: String!
  node: DiscountRedeemCode!
}

enum DiscountStatus {
  ACTIVE
  EXPIRED
  SCHEDULED
}

type DiscountUserError implements DisplayableError {
  code: DiscountErrorCode
  extraInfo: String
  field: [String!]
  message: String!
}

interface DisplayableError {
  field: [String!]
  message: String!
}

type Domain implements Node {
  host: String!
  id: ID!
  sslEnabled: Boolean!
  url: URL!
}

type DraftOrder implements LegacyInteroperability & Node {
  appliedDiscount: DraftOrderAppliedDiscount
  completedAt: DateTime
  createdAt: DateTime!
  currencyCode: CurrencyCode!
  customAttributes: [Attribute!]!
  email: String
  id: ID!
  invoiceUrl: URL
  legacyResourceId: UnsignedInt64!
  lineItems(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): DraftOrderLineItemConnection!
  name: String!
  note2: String
  order: Order
  phone: String
  presentmentCurrencyCode: CurrencyCode!
  ready: Boolean!
  shippingAddress: MailingAddress
  shippingLine: ShippingLine
  status: DraftOrderStatus!
  subtotalPriceSet: MoneyBag!
  tags: [String!]!
  taxExempt: Boolean!
  taxesIncluded: Boolean!
  totalDiscountsSet: MoneyBag!
  totalPriceSet: MoneyBag!
  totalQuantityOfLineItems: Int!
  totalShippingPriceSet: MoneyBag!
  totalTaxSet: MoneyBag!
  updatedAt: DateTime!
}

type DraftOrderAppliedDiscount {
  amountSet: MoneyBag!
  description: String!
  title: String
  value: Float!
  valueType: DraftOrderAppliedDiscountType!
}

input DraftOrderAppliedDiscountInput {
  amount: Money @deprecated(reason: "Please use \`amountWithCurrency\` instead.")
  amountWithCurrency: MoneyInput
  description: String
  title: String
  value: Float!
  valueType: DraftOrderAppliedDiscountType!
}

enum DraftOrderAppliedDiscountType {
  FIXED_AMOUNT
  PERCENTAGE
}

type DraftOrderCompletePayload {
  draftOrder: DraftOrder
  userErrors: [UserError!]!
}

type DraftOrderConnection {
  edges: [DraftOrderEdge!]!
  nodes: [DraftOrder!]!
  pageInfo: PageInfo!
}

type DraftOrderCreatePayload {
  draftOrder: DraftOrder
  userErrors: [UserError!]!
}

input DraftOrderDeleteInput {
  id: ID!
}

type DraftOrderDeletePayload {
  deletedId: ID
  userErrors: [UserError!]!
}

type DraftOrderEdge {
  cursor: String!
  node: DraftOrder!
}

input DraftOrderInput {
  acceptAutomaticDiscounts: Boolean
  appliedDiscount: DraftOrderAppliedDiscountInput
  billingAddress: MailingAddressInput
  customAttributes: [AttributeInput!]
  email: String
  lineItems: [DraftOrderLineItemInput!]
  note: String
  phone: String
  presentmentCurrencyCode: CurrencyCode
  reserveInventoryUntil: DateTime
  shippingAddress: MailingAddressInput
  shippingLine: ShippingLineInput
  sourceName: String
  tags: [String!]
  taxExempt: Boolean
  visibleToCustomer: Boolean
}

type DraftOrderLineItem implements Node {
  appliedDiscount: DraftOrderAppliedDiscount
  custom: Boolean!
  customAttributes: [Attribute!]!
  discountedTotalSet: MoneyBag!
  id: ID!
  isGiftCard: Boolean!
  name: String!
  originalTotalSet: MoneyBag!
  originalUnitPriceSet: MoneyBag!
  product: Product
  quantity: Int!
  requiresShipping: Boolean!
  sku: String
  taxable: Boolean!
  title: String!
  totalDiscountSet: MoneyBag!
  variant: ProductVariant
  variantTitle: String
}

type DraftOrderLineItemConnection {
  edges: [DraftOrderLineItemEdge!]!
  nodes: [DraftOrderLineItem!]!
  pageInfo: PageInfo!
}

type DraftOrderLineItemEdge {
  cursor: String!
  node: DraftOrderLineItem!
}

input DraftOrderLineItemInput {
  appliedDiscount: DraftOrderAppliedDiscountInput
  customAttributes: [AttributeInput!]
  originalUnitPriceWithCurrency: MoneyInput
  quantity: Int!
  requiresShipping: Boolean
  sku: String
  taxable: Boolean
  title: String
  variantId: ID
}

enum DraftOrderSortKeys {
  CUSTOMER_NAME
  ID
  NUMBER
  RELEVANCE
  STATUS
  TOTAL_PRICE
  UPDATED_AT
}

enum DraftOrderStatus {
  COMPLETED
  INVOICE_SENT
  OPEN
}

type DraftOrderUpdatePayload {
  draftOrder: DraftOrder
  userErrors: [UserError!]!
}

type Fulfillment implements LegacyInteroperability & Node {
  createdAt: DateTime!
  deliveredAt: DateTime
  displayStatus: FulfillmentDisplayStatus
  estimatedDeliveryAt: DateTime
  id: ID!
  inTransitAt: DateTime
  legacyResourceId: UnsignedInt64!
  name: String!
  order: Order!
  status: FulfillmentStatus!
  totalQuantity: Int!
  trackingInfo(first: Int): [FulfillmentTrackingInfo!]!
  updatedAt: DateTime!
}

type FulfillmentCreatePayload {
  fulfillment: Fulfillment
  userErrors: [UserError!]!
}

enum FulfillmentDisplayStatus {
  ATTEMPTED_DELIVERY
  CANCELED
  CARRIER_PICKED_UP
  CONFIRMED
  DELAYED
  DELIVERED
  FAILURE
  FULFILLED
  IN_TRANSIT
  LABEL_PRINTED
  LABEL_PURCHASED
  LABEL_VOIDED
  MARKED_AS_FULFILLED
  NOT_DELIVERED
  OUT_FOR_DELIVERY
  PICKED_UP
  READY_FOR_PICKUP
  SUBMITTED
}

type FulfillmentEvent implements Node {
  createdAt: DateTime!
  happenedAt: DateTime!
  id: ID!
  message: String
  status: FulfillmentEventStatus!
}

type FulfillmentEventCreatePayload {
  fulfillmentEvent: FulfillmentEvent
  userErrors: [UserError!]!
}

input FulfillmentEventInput {
  fulfillmentId: ID!
  happenedAt: DateTime
  message: String
  status: FulfillmentEventStatus!
}

enum FulfillmentEventStatus {
  ATTEMPTED_DELIVERY
  CARRIER_PICKED_UP
  CONFIRMED
  DELAYED
  DELIVERED
  FAILURE
  IN_TRANSIT
  LABEL_PRINTED
  LABEL_PURCHASED
  OUT_FOR_DELIVERY
  READY_FOR_PICKUP
}

input FulfillmentInput {
  lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]!
  notifyCustomer: Boolean = false
  trackingInfo: FulfillmentTrackingInput
}

type FulfillmentOrder implements Node {
  createdAt: DateTime!
  id: ID!
  order: Order!
  orderId: ID!
  orderName: String!
  status: FulfillmentOrderStatus!
  updatedAt: DateTime!
}

type FulfillmentOrderConnection {
  edges: [FulfillmentOrderEdge!]!
  nodes: [FulfillmentOrder!]!
  pageInfo: PageInfo!
}

type FulfillmentOrderEdge {
  cursor: String!
  node: FulfillmentOrder!
}

input FulfillmentOrderLineItemsInput {
  fulfillmentOrderId: ID!
}

enum FulfillmentOrderStatus {
  CANCELLED
  CLOSED
  INCOMPLETE
  IN_PROGRESS
  ON_HOLD
  OPEN
  SCHEDULED
}

enum FulfillmentStatus {
  CANCELLED
  ERROR
  FAILURE
  OPEN @deprecated(reason: "This is a legacy status and is due to be deprecated.")
  PENDING @deprecated(reason: "This is a legacy status and is due to be deprecated.")
  SUCCESS
}

type FulfillmentTrackingInfo {
  company: String
  number: String
  url: URL
}

input FulfillmentTrackingInput {
  company: String
  number: String
  numbers: [String!]
  url: URL
  urls: [URL!]
}

scalar HTML

type Image {
  altText: String
  height: Int
  id: ID
  url: URL!
  width: Int
}

interface LegacyInteroperability {
  legacyResourceId: UnsignedInt64!
}

type LineItem implements Node {
  currentQuantity: Int!
  customAttributes: [Attribute!]!
  discountAllocations: [DiscountAllocation!]!
  discountedTotalSet(withCodeDiscounts: Boolean = false): MoneyBag!
  discountedUnitPriceAfterAllDiscountsSet: MoneyBag!
  discountedUnitPriceSet: MoneyBag!
  id: ID!
  isGiftCard: Boolean!
  name: String!
  originalTotalSet: MoneyBag!
  originalUnitPriceSet: MoneyBag!
  priceAfterAllDiscountsBeforeTaxesSet: MoneyBag!
  product: Product
  quantity: Int!
  refundableQuantity: Int!
  requiresShipping: Boolean!
  sellingPlan: LineItemSellingPlan
  sku: String
  taxLines(first: Int): [TaxLine!]!
  taxable: Boolean!
  title: String!
  totalDiscountSet: MoneyBag!
  variant: ProductVariant
  variantTitle: String
  vendor: String
}

type LineItemConnection {
  edges: [LineItemEdge!]!
  nodes: [LineItem!]!
  pageInfo: PageInfo!
}

type LineItemEdge {
  cursor: String!
  node: LineItem!
}

type LineItemSellingPlan {
  name: String!
  sellingPlanId: ID
}

type Location implements LegacyInteroperability & Node {
  id: ID!
  legacyResourceId: UnsignedInt64!
  name: String!
}

type MailingAddress implements Node {
  address1: String
  address2: String
  city: String
  company: String
  country: String
  countryCodeV2: CountryCode
  firstName: String
  formatted(withCompany: Boolean = true, withName: Boolean = false): [String!]!
  id: ID!
  lastName: String
  name: String
  phone: String
  province: String
  provinceCode: String
  zip: String
}

input MailingAddressInput {
  address1: String
  address2: String
  city: String
  company: String
  countryCode: CountryCode
  firstName: String
  lastName: String
  phone: String
  provinceCode: String
  zip: String
}

interface Media {
  alt: String
  id: ID!
  mediaContentType: MediaContentType!
  preview: MediaPreviewImage
  status: MediaStatus!
}

type MediaConnection {
  edges: [MediaEdge!]!
  nodes: [Media!]!
  pageInfo: PageInfo!
}

enum MediaContentType {
  EXTERNAL_VIDEO
  IMAGE
  MODEL_3D
  VIDEO
}

type MediaEdge {
  cursor: String!
  node: Media!
}

type MediaImage implements Media & Node {
  alt: String
  createdAt: DateTime!
  id: ID!
  image: Image
  mediaContentType: MediaContentType!
  mimeType: String
  preview: MediaPreviewImage
  status: MediaStatus!
  updatedAt: DateTime!
}

type MediaPreviewImage {
  image: Image
  status: MediaPreviewImageStatus!
}

enum MediaPreviewImageStatus {
  FAILED
  PROCESSING
  READY
  UPLOADED
}

enum MediaStatus {
  FAILED
  PROCESSING
  READY
  UPLOADED
}

scalar Money

type MoneyBag {
  presentmentMoney: MoneyV2!
  shopMoney: MoneyV2!
}

input MoneyInput {
  amount: Decimal!
  currencyCode: CurrencyCode!
}

type MoneyV2 {
  amount: Decimal!
  currencyCode: CurrencyCode!
}

type Mutation {
  appRevokeAccessScopes(scopes: [String!]!): AppRevokeAccessScopesPayload
  appUninstall: AppUninstallPayload
  bulkOperationCancel(id: ID!): BulkOperationCancelPayload
  bulkOperationRunQuery(groupObjects: Boolean! = false, query: String!): BulkOperationRunQueryPayload
  discountCodeActivate(id: ID!): DiscountCodeActivatePayload
  discountCodeBasicCreate(basicCodeDiscount: DiscountCodeBasicInput!): DiscountCodeBasicCreatePayload
  discountCodeBasicUpdate(basicCodeDiscount: DiscountCodeBasicInput!, id: ID!): DiscountCodeBasicUpdatePayload
  discountCodeDeactivate(id: ID!): DiscountCodeDeactivatePayload
  discountCodeDelete(id: ID!): DiscountCodeDeletePayload
  draftOrderComplete(id: ID!, paymentGatewayId: ID, paymentPending: Boolean = false @deprecated(reason: "Create a draft with payment terms rather than marking the draft as pending."), sourceName: String): DraftOrderCompletePayload
  draftOrderCreate(input: DraftOrderInput!): DraftOrderCreatePayload
  draftOrderDelete(input: DraftOrderDeleteInput!): DraftOrderDeletePayload
  draftOrderUpdate(id: ID!, input: DraftOrderInput!): DraftOrderUpdatePayload
  fulfillmentCreate(fulfillment: FulfillmentInput!, message: String): FulfillmentCreatePayload
  fulfillmentEventCreate(fulfillmentEvent: FulfillmentEventInput!): FulfillmentEventCreatePayload
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  webhookSubscriptionUpdate(id: ID!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionUpdatePayload
}

interface Node {
  id: ID!
}

type Order implements LegacyInteroperability & Node {
  app: OrderApp
  billingAddress: MailingAddress
  cancelReason: OrderCancelReason
  cancelledAt: DateTime
  cartToken: String
  checkoutToken: String
  clientIp: String
  closed: Boolean!
  closedAt: DateTime
  confirmationNumber: String
  confirmed: Boolean!
  createdAt: DateTime!
  currencyCode: CurrencyCode!
  currentShippingPriceSet: MoneyBag!
  currentSubtotalLineItemsQuantity: Int!
  currentSubtotalPriceSet: MoneyBag!
  currentTaxLines: [TaxLine!]!
  currentTotalDiscountsSet: MoneyBag!
  currentTotalPriceSet: MoneyBag!
  currentTotalTaxSet: MoneyBag!
  customAttributes: [Attribute!]!
  customer: Customer
  customerJourneySummary: CustomerJourneySummary
  customerLocale: String
  discountCode: String
  discountCodes: [String!]!
  displayFinancialStatus: OrderDisplayFinancialStatus
  displayFulfillmentStatus: OrderDisplayFulfillmentStatus!
  edited: Boolean!
  email: String
  fulfillmentOrders(after: String, before: String, displayable: Boolean = false, first: Int, last: Int, query: String, reverse: Boolean = false): FulfillmentOrderConnection!
  fulfillments(first: Int, query: String): [Fulfillment!]!
  fullyPaid: Boolean!
  id: ID!
  landingPageUrl: URL @deprecated(reason: "Use \`customerJourneySummary.lastVisit.landingPage\` instead")
  legacyResourceId: UnsignedInt64!
  lineItems(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): LineItemConnection!
  name: String!
  netPaymentSet: MoneyBag!
  note: String
  number: Int!
  originalTotalPriceSet: MoneyBag!
  paymentGatewayNames: [String!]!
  phone: String
  presentmentCurrencyCode: CurrencyCode!
  processedAt: DateTime!
  referrerUrl: URL @deprecated(reason: "Use \`customerJourneySummary.lastVisit.referrerUrl\` instead")
  refundDiscrepancySet: MoneyBag!
  refundable: Boolean!
  refunds(first: Int): [Refund!]!
  retailLocation: Location
  shippingAddress: MailingAddress
  shippingLine: ShippingLine
  sourceIdentifier: String
  sourceName: String
  subtotalLineItemsQuantity: Int!
  subtotalPriceSet: MoneyBag
  tags: [String!]!
  taxExempt: Boolean!
  taxLines: [TaxLine!]!
  taxesIncluded: Boolean!
  test: Boolean!
  totalDiscountsSet: MoneyBag
  totalOutstandingSet: MoneyBag!
  totalPriceSet: MoneyBag!
  totalReceivedSet: MoneyBag!
  totalRefundedSet: MoneyBag!
  totalRefundedShippingSet: MoneyBag!
  totalShippingPriceSet: MoneyBag!
  totalTaxSet: MoneyBag
  totalTipReceivedSet: MoneyBag!
  transactions(capturable: Boolean, first: Int, manuallyResolvable: Boolean): [OrderTransaction!]!
  unpaid: Boolean!
  updatedAt: DateTime!
}

type OrderAdjustment implements Node {
  amountSet: MoneyBag!
  id: ID!
  reason: OrderAdjustmentDiscrepancyReason
  taxAmountSet: MoneyBag!
}

type OrderAdjustmentConnection {
  edges: [OrderAdjustmentEdge!]!
  nodes: [OrderAdjustment!]!
  pageInfo: PageInfo!
}

enum OrderAdjustmentDiscrepancyReason {
  CUSTOMER
  DAMAGE
  FULL_RETURN_BALANCING_ADJUSTMENT
  PENDING_REFUND_DISCREPANCY
  REFUND_DISCREPANCY
  RESTOCK
}

type OrderAdjustmentEdge {
  cursor: String!
  node: OrderAdjustment!
}

type OrderApp {
  id: ID!
  name: String!
}

enum OrderCancelReason {
  CUSTOMER
  DECLINED
  FRAUD
  INVENTORY
  OTHER
  STAFF
}

type OrderConnection {
  edges: [OrderEdge!]!
  nodes: [Order!]!
  pageInfo: PageInfo!
}

enum OrderDisplayFinancialStatus {
  AUTHORIZED
  EXPIRED
  PAID
  PARTIALLY_PAID
  PARTIALLY_REFUNDED
  PENDING
  REFUNDED
  VOIDED
}

enum OrderDisplayFulfillmentStatus {
  FULFILLED
  IN_PROGRESS
  ON_HOLD
  OPEN
  PARTIALLY_FULFILLED
  PENDING_FULFILLMENT
  REQUEST_DECLINED
  RESTOCKED
  SCHEDULED
  UNFULFILLED
}

type OrderEdge {
  cursor: String!
  node: Order!
}

enum OrderSortKeys {
  CREATED_AT
  CURRENT_TOTAL_PRICE
  CUSTOMER_NAME
  DESTINATION
  FINANCIAL_STATUS
  FULFILLMENT_STATUS
  ID
  ORDER_NUMBER
  PO_NUMBER
  PROCESSED_AT
  RELEVANCE
  TOTAL_ITEMS_QUANTITY
  TOTAL_PRICE
  UPDATED_AT
}

type OrderTransaction implements Node {
  amountSet: MoneyBag!
  createdAt: DateTime!
  formattedGateway: String
  gateway: String
  id: ID!
  kind: OrderTransactionKind!
  processedAt: DateTime
  status: OrderTransactionStatus!
  test: Boolean!
}

enum OrderTransactionKind {
  AUTHORIZATION
  CAPTURE
  CHANGE
  EMV_AUTHORIZATION
  REFUND
  SALE
  SUGGESTED_REFUND
  VOID
}

enum OrderTransactionStatus {
  AWAITING_RESPONSE
  ERROR
  FAILURE
  PENDING
  SUCCESS
  UNKNOWN
}

type PageInfo {
  endCursor: String
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
}

type Product implements LegacyInteroperability & Node {
  createdAt: DateTime!
  description(truncateAt: Int): String!
  descriptionHtml: HTML!
  featuredMedia: Media
  handle: String!
  hasOnlyDefaultVariant: Boolean!
  id: ID!
  isGiftCard: Boolean!
  legacyResourceId: UnsignedInt64!
  media(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, sortKey: ProductMediaSortKeys = POSITION): MediaConnection!
  mediaCount: Count
  onlineStoreUrl: URL
  options(first: Int): [ProductOption!]!
  priceRangeV2: ProductPriceRangeV2!
  productType: String!
  publishedAt: DateTime
  status: ProductStatus!
  tags: [String!]!
  title: String!
  totalInventory: Int!
  tracksInventory: Boolean!
  updatedAt: DateTime!
  variants(after: String, before: String, first: Int, last: Int, reverse: Boolean = false, sortKey: ProductVariantSortKeys = POSITION): ProductVariantConnection!
  variantsCount: Count
  vendor: String!
}

type ProductConnection {
  edges: [ProductEdge!]!
  nodes: [Product!]!
  pageInfo: PageInfo!
}

type ProductEdge {
  cursor: String!
  node: Product!
}

enum ProductMediaSortKeys {
  ID
  POSITION
}

type ProductOption implements Node {
  id: ID!
  name: String!
  position: Int!
  values: [String!]!
}

type ProductPriceRangeV2 {
  maxVariantPrice: MoneyV2!
  minVariantPrice: MoneyV2!
}

enum ProductSortKeys {
  CREATED_AT
  ID
  INVENTORY_TOTAL
  PRODUCT_TYPE
  PUBLISHED_AT
  RELEVANCE
  TITLE
  UPDATED_AT
  VENDOR
}

enum ProductStatus {
  ACTIVE
  ARCHIVED
  DRAFT
  UNLISTED
}

type ProductVariant implements LegacyInteroperability & Node {
  availableForSale: Boolean!
  barcode: String
  compareAtPrice: Money
  createdAt: DateTime!
  displayName: String!
  id: ID!
  image(crop: CropRegion @deprecated(reason: "Use \`Image.url(transform: { crop:})\` instead."), maxHeight: Int @deprecated(reason: "Use \`Image.url(transform: { maxHeight:})\` instead."), maxWidth: Int @deprecated(reason: "Use \`Image.url(transform: { maxWidth:})\` instead."), scale: Int = 1 @deprecated(reason: "Use \`Image.url(transform: { scale:})\` instead.")): Image @deprecated(reason: "Use \`media\` instead.")
  inventoryPolicy: ProductVariantInventoryPolicy!
  inventoryQuantity: Int
  legacyResourceId: UnsignedInt64!
  media(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): MediaConnection!
  position: Int!
  price: Money!
  product: Product!
  selectedOptions: [SelectedOption!]!
  sku: String
  taxable: Boolean!
  title: String!
  updatedAt: DateTime!
}

type ProductVariantConnection {
  edges: [ProductVariantEdge!]!
  nodes: [ProductVariant!]!
  pageInfo: PageInfo!
}

type ProductVariantEdge {
  cursor: String!
  node: ProductVariant!
}

enum ProductVariantInventoryPolicy {
  CONTINUE
  DENY
}

enum ProductVariantSortKeys {
  FULL_TITLE
  ID
  INVENTORY_LEVELS_AVAILABLE
  INVENTORY_MANAGEMENT
  INVENTORY_POLICY
  INVENTORY_QUANTITY
  NAME
  POPULAR
  POSITION
  RELEVANCE
  SKU
  TITLE
}

type QueryRoot {
  bulkOperation(id: ID!): BulkOperation
  bulkOperations(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, sortKey: BulkOperationsSortKeys = CREATED_AT): BulkOperationConnection!
  codeDiscountNode(id: ID!): DiscountCodeNode @deprecated(reason: "Use \`discountNode\` instead.")
  codeDiscountNodeByCode(code: String!): DiscountCodeNode
  codeDiscountNodes(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, savedSearchId: ID, sortKey: CodeDiscountSortKeys = ID): DiscountCodeNodeConnection! @deprecated(reason: "Use \`discountNodes\` instead.")
  currentAppInstallation: AppInstallation!
  currentBulkOperation(type: BulkOperationType = QUERY): BulkOperation @deprecated(reason: "Use \`bulkOperations\` with status filter instead.")
  draftOrder(id: ID!): DraftOrder
  draftOrders(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, savedSearchId: ID, sortKey: DraftOrderSortKeys = ID): DraftOrderConnection!
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  order(id: ID!): Order
  orders(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, savedSearchId: ID, sortKey: OrderSortKeys = PROCESSED_AT): OrderConnection!
  ordersCount(limit: Int = 10000, query: String, savedSearchId: ID): Count
  product(id: ID!): Product
  productVariant(id: ID!): ProductVariant
  productVariants(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, savedSearchId: ID, sortKey: ProductVariantSortKeys = ID): ProductVariantConnection!
  productVariantsCount(limit: Int = 10000, query: String): Count
  products(after: String, before: String, first: Int, last: Int, query: String, reverse: Boolean = false, savedSearchId: ID, sortKey: ProductSortKeys = ID): ProductConnection!
  productsCount(limit: Int = 10000, query: String, savedSearchId: ID): Count
  shop: Shop!
  webhookSubscription(id: ID!): WebhookSubscription
  webhookSubscriptions(after: String, before: String, callbackUrl: URL @deprecated(reason: "Use \`uri\` instead."), first: Int, format: WebhookSubscriptionFormat, last: Int, query: String, reverse: Boolean = false, sortKey: WebhookSubscriptionSortKeys = CREATED_AT, topics: [WebhookSubscriptionTopic!], uri: String): WebhookSubscriptionConnection!
  webhookSubscriptionsCount(limit: Int = 10000, query: String): Count
}

type Refund implements LegacyInteroperability & Node {
  createdAt: DateTime
  id: ID!
  legacyResourceId: UnsignedInt64!
  note: String
  order: Order!
  orderAdjustments(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): OrderAdjustmentConnection!
  processedAt: DateTime!
  refundLineItems(after: String, before: String, first: Int, last: Int, reverse: Boolean = false): RefundLineItemConnection!
  totalRefundedSet: MoneyBag!
  updatedAt: DateTime!
}

type RefundLineItem {
  id: ID
  lineItem: LineItem!
  priceSet: MoneyBag!
  quantity: Int!
  restockType: RefundLineItemRestockType!
  restocked: Boolean!
  subtotalSet: MoneyBag!
  totalTaxSet: MoneyBag!
}

type RefundLineItemConnection {
  edges: [RefundLineItemEdge!]!
  nodes: [RefundLineItem!]!
  pageInfo: PageInfo!
}

type RefundLineItemEdge {
  cursor: String!
  node: RefundLineItem!
}

enum RefundLineItemRestockType {
  CANCEL
  LEGACY_RESTOCK
  NO_RESTOCK
  RETURN
}

type SelectedOption {
  name: String!
  value: String!
}

type ShippingLine {
  code: String
  discountedPriceSet: MoneyBag!
  id: ID
  originalPriceSet: MoneyBag!
  source: String
  taxLines: [TaxLine!]!
  title: String!
}

input ShippingLineInput {
  price: Money @deprecated(reason: "\`priceWithCurrency\` should be used instead, where currencies can be specified.")
  priceWithCurrency: MoneyInput
  shippingRateHandle: String
  title: String
}

type Shop implements Node {
  contactEmail: String!
  createdAt: DateTime!
  currencyCode: CurrencyCode!
  email: String!
  enabledPresentmentCurrencies: [CurrencyCode!]!
  ianaTimezone: String!
  id: ID!
  myshopifyDomain: String!
  name: String!
  orderNumberFormatPrefix: String!
  orderNumberFormatSuffix: String!
  plan: ShopPlan!
  primaryDomain: Domain!
  taxesIncluded: Boolean!
  timezoneOffset: String!
  updatedAt: DateTime!
  url: URL!
}

type ShopPlan {
  displayName: String! @deprecated(reason: "Use \`publicDisplayName\` instead.")
  partnerDevelopment: Boolean!
  publicDisplayName: String!
  shopifyPlus: Boolean!
}

type TaxLine {
  channelLiable: Boolean
  priceSet: MoneyBag!
  rate: Float
  ratePercentage: Float
  source: String
  title: String!
}

scalar URL

type UTMParameters {
  campaign: String
  content: String
  medium: String
  source: String
  term: String
}

scalar UnsignedInt64

type UserError implements DisplayableError {
  field: [String!]
  message: String!
}

type WebhookSubscription implements LegacyInteroperability & Node {
  apiVersion: ApiVersion!
  callbackUrl: URL! @deprecated(reason: "Use \`uri\` instead.")
  createdAt: DateTime!
  filter: String
  format: WebhookSubscriptionFormat!
  id: ID!
  includeFields: [String!]!
  legacyResourceId: UnsignedInt64!
  metafieldNamespaces: [String!]!
  name: String
  topic: WebhookSubscriptionTopic!
  updatedAt: DateTime!
  uri: String!
}

type WebhookSubscriptionConnection {
  edges: [WebhookSubscriptionEdge!]!
  nodes: [WebhookSubscription!]!
  pageInfo: PageInfo!
}

type WebhookSubscriptionCreatePayload {
  userErrors: [UserError!]!
  webhookSubscription: WebhookSubscription
}

type WebhookSubscriptionDeletePayload {
  deletedWebhookSubscriptionId: ID
  userErrors: [UserError!]!
}

type WebhookSubscriptionEdge {
  cursor: String!
  node: WebhookSubscription!
}

enum WebhookSubscriptionFormat {
  JSON
  XML
}

input WebhookSubscriptionInput {
  callbackUrl: URL @deprecated(reason: "Use \`uri\` instead.")
  filter: String
  format: WebhookSubscriptionFormat
  includeFields: [String!]
  metafieldNamespaces: [String!]
  name: String
  uri: String
}

enum WebhookSubscriptionSortKeys {
  CREATED_AT
  ID
}

enum WebhookSubscriptionTopic {
  APP_PURCHASES_ONE_TIME_UPDATE
  APP_SCOPES_UPDATE
  APP_SUBSCRIPTIONS_APPROACHING_CAPPED_AMOUNT
  APP_SUBSCRIPTIONS_UPDATE
  APP_UNINSTALLED
  AUDIT_EVENTS_ADMIN_API_ACTIVITY
  BULK_OPERATIONS_FINISH
  CARTS_CREATE
  CARTS_UPDATE
  CHANNELS_DELETE
  CHECKOUTS_CREATE
  CHECKOUTS_DELETE
  CHECKOUTS_UPDATE
  COLLECTIONS_CREATE
  COLLECTIONS_DELETE
  COLLECTIONS_UPDATE
  COLLECTION_LISTINGS_ADD
  COLLECTION_LISTINGS_REMOVE
  COLLECTION_LISTINGS_UPDATE
  COLLECTION_PUBLICATIONS_CREATE
  COLLECTION_PUBLICATIONS_DELETE
  COLLECTION_PUBLICATIONS_UPDATE
  COMPANIES_CREATE
  COMPANIES_DELETE
  COMPANIES_UPDATE
  COMPANY_CONTACTS_CREATE
  COMPANY_CONTACTS_DELETE
  COMPANY_CONTACTS_UPDATE
  COMPANY_CONTACT_ROLES_ASSIGN
  COMPANY_CONTACT_ROLES_REVOKE
  COMPANY_LOCATIONS_CREATE
  COMPANY_LOCATIONS_DELETE
  COMPANY_LOCATIONS_UPDATE
  CUSTOMERS_CREATE
  CUSTOMERS_DELETE
  CUSTOMERS_DISABLE
  CUSTOMERS_EMAIL_MARKETING_CONSENT_UPDATE
  CUSTOMERS_ENABLE
  CUSTOMERS_MARKETING_CONSENT_UPDATE
  CUSTOMERS_MERGE
  CUSTOMERS_PURCHASING_SUMMARY
  CUSTOMERS_UPDATE
  CUSTOMERS_WHATS_APP_MARKETING_CONSENT_UPDATE
  CUSTOMER_ACCOUNT_SETTINGS_UPDATE
  CUSTOMER_GROUPS_CREATE
  CUSTOMER_GROUPS_DELETE
  CUSTOMER_GROUPS_UPDATE
  CUSTOMER_JOINED_SEGMENT
  CUSTOMER_LEFT_SEGMENT
  CUSTOMER_PAYMENT_METHODS_CREATE
  CUSTOMER_PAYMENT_METHODS_REVOKE
  CUSTOMER_PAYMENT_METHODS_UPDATE
  CUSTOMER_TAGS_ADDED
  CUSTOMER_TAGS_REMOVED
  DELIVERY_PROMISE_SETTINGS_UPDATE
  DISCOUNTS_CREATE
  DISCOUNTS_DELETE
  DISCOUNTS_REDEEMCODE_ADDED
  DISCOUNTS_REDEEMCODE_REMOVED
  DISCOUNTS_UPDATE
  DISPUTES_CREATE
  DISPUTES_UPDATE
  DOMAINS_CREATE
  DOMAINS_DESTROY
  DOMAINS_UPDATE
  DRAFT_ORDERS_CREATE
  DRAFT_ORDERS_DELETE
  DRAFT_ORDERS_UPDATE
  FINANCE_APP_STAFF_MEMBER_DELETE
  FINANCE_APP_STAFF_MEMBER_GRANT
  FINANCE_APP_STAFF_MEMBER_REVOKE
  FINANCE_APP_STAFF_MEMBER_UPDATE
  FINANCE_KYC_INFORMATION_UPDATE
  FULFILLMENTS_CREATE
  FULFILLMENTS_UPDATE
  FULFILLMENT_EVENTS_CREATE
  FULFILLMENT_EVENTS_DELETE
  FULFILLMENT_HOLDS_ADDED
  FULFILLMENT_HOLDS_RELEASED
  FULFILLMENT_ORDERS_CANCELLATION_REQUEST_ACCEPTED
  FULFILLMENT_ORDERS_CANCELLATION_REQUEST_REJECTED
  FULFILLMENT_ORDERS_CANCELLATION_REQUEST_SUBMITTED
  FULFILLMENT_ORDERS_CANCELLED
  FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_ACCEPTED
  FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_REJECTED
  FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_SUBMITTED
  FULFILLMENT_ORDERS_FULFILLMENT_SERVICE_FAILED_TO_COMPLETE
  FULFILLMENT_ORDERS_HOLD_RELEASED
  FULFILLMENT_ORDERS_LINE_ITEMS_PREPARED_FOR_LOCAL_DELIVERY
  FULFILLMENT_ORDERS_LINE_ITEMS_PREPARED_FOR_PICKUP
  FULFILLMENT_ORDERS_MANUALLY_REPORTED_PROGRESS_STOPPED
  FULFILLMENT_ORDERS_MERGED
  FULFILLMENT_ORDERS_MOVED
  FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE
  FULFILLMENT_ORDERS_PLACED_ON_HOLD
  FULFILLMENT_ORDERS_PROGRESS_REPORTED
  FULFILLMENT_ORDERS_RESCHEDULED
  FULFILLMENT_ORDERS_SCHEDULED_FULFILLMENT_ORDER_READY
  FULFILLMENT_ORDERS_SPLIT
  INVENTORY_ITEMS_CREATE
  INVENTORY_ITEMS_DELETE
  INVENTORY_ITEMS_UPDATE
  INVENTORY_LEVELS_CONNECT
  INVENTORY_LEVELS_DISCONNECT
  INVENTORY_LEVELS_UPDATE
  INVENTORY_SHIPMENTS_ADD_ITEMS
  INVENTORY_SHIPMENTS_CREATE
  INVENTORY_SHIPMENTS_DELETE
  INVENTORY_SHIPMENTS_MARK_IN_TRANSIT
  INVENTORY_SHIPMENTS_RECEIVE_ITEMS
  INVENTORY_SHIPMENTS_REMOVE_ITEMS
  INVENTORY_SHIPMENTS_UPDATE_ITEM_QUANTITIES
  INVENTORY_SHIPMENTS_UPDATE_TRACKING
  INVENTORY_TRANSFERS_ADD_ITEMS
  INVENTORY_TRANSFERS_CANCEL
  INVENTORY_TRANSFERS_COMPLETE
  INVENTORY_TRANSFERS_READY_TO_SHIP
  INVENTORY_TRANSFERS_REMOVE_ITEMS
  INVENTORY_TRANSFERS_UPDATED
  INVENTORY_TRANSFERS_UPDATE_ITEM_QUANTITIES
  LOCALES_CREATE
  LOCALES_DESTROY
  LOCALES_UPDATE
  LOCATIONS_ACTIVATE
  LOCATIONS_CREATE
  LOCATIONS_DEACTIVATE
  LOCATIONS_DELETE
  LOCATIONS_UPDATE
  MARKETS_BACKUP_REGION_UPDATE
  MARKETS_CREATE
  MARKETS_DELETE
  MARKETS_UPDATE
  METAFIELD_DEFINITIONS_CREATE
  METAFIELD_DEFINITIONS_DELETE
  METAFIELD_DEFINITIONS_UPDATE
  METAOBJECTS_CREATE
  METAOBJECTS_DELETE
  METAOBJECTS_UPDATE
  ORDERS_CANCELLED
  ORDERS_CREATE
  ORDERS_DELETE
  ORDERS_EDITED
  ORDERS_FULFILLED
  ORDERS_LINK_REQUESTED
  ORDERS_PAID
  ORDERS_PARTIALLY_FULFILLED
  ORDERS_RISK_ASSESSMENT_CHANGED
  ORDERS_SHOPIFY_PROTECT_ELIGIBILITY_CHANGED
  ORDERS_UPDATED
  ORDER_TRANSACTIONS_CREATE
  PAYMENT_SCHEDULES_DUE
  PAYMENT_TERMS_CREATE
  PAYMENT_TERMS_DELETE
  PAYMENT_TERMS_UPDATE
  PRODUCTS_CREATE
  PRODUCTS_DELETE
  PRODUCTS_UPDATE
  PRODUCT_FEEDS_CREATE
  PRODUCT_FEEDS_FULL_SYNC
  PRODUCT_FEEDS_FULL_SYNC_FINISH
  PRODUCT_FEEDS_INCREMENTAL_SYNC
  PRODUCT_FEEDS_UPDATE
  PRODUCT_LISTINGS_ADD
  PRODUCT_LISTINGS_REMOVE
  PRODUCT_LISTINGS_UPDATE
  PRODUCT_PUBLICATIONS_CREATE
  PRODUCT_PUBLICATIONS_DELETE
  PRODUCT_PUBLICATIONS_UPDATE
  PROFILES_CREATE
  PROFILES_DELETE
  PROFILES_UPDATE
  REFUNDS_CREATE
  RETURNS_APPROVE
  RETURNS_CANCEL
  RETURNS_CLOSE
  RETURNS_DECLINE
  RETURNS_PROCESS
  RETURNS_REOPEN
  RETURNS_REQUEST
  RETURNS_UPDATE
  REVERSE_DELIVERIES_ATTACH_DELIVERABLE
  REVERSE_FULFILLMENT_ORDERS_DISPOSE
  SCHEDULED_PRODUCT_LISTINGS_ADD
  SCHEDULED_PRODUCT_LISTINGS_REMOVE
  SCHEDULED_PRODUCT_LISTINGS_UPDATE
  SEGMENTS_CREATE
  SEGMENTS_DELETE
  SEGMENTS_UPDATE
  SELLING_PLAN_GROUPS_CREATE
  SELLING_PLAN_GROUPS_DELETE
  SELLING_PLAN_GROUPS_UPDATE
  SHIPPING_ADDRESSES_CREATE
  SHIPPING_ADDRESSES_UPDATE
  SHOP_UPDATE
  SUBSCRIPTION_BILLING_ATTEMPTS_CHALLENGED
  SUBSCRIPTION_BILLING_ATTEMPTS_FAILURE
  SUBSCRIPTION_BILLING_ATTEMPTS_SUCCESS
  SUBSCRIPTION_BILLING_CYCLES_SKIP
  SUBSCRIPTION_BILLING_CYCLES_UNSKIP
  SUBSCRIPTION_BILLING_CYCLE_EDITS_CREATE
  SUBSCRIPTION_BILLING_CYCLE_EDITS_DELETE
  SUBSCRIPTION_BILLING_CYCLE_EDITS_UPDATE
  SUBSCRIPTION_CONTRACTS_ACTIVATE
  SUBSCRIPTION_CONTRACTS_CANCEL
  SUBSCRIPTION_CONTRACTS_CREATE
  SUBSCRIPTION_CONTRACTS_EXPIRE
  SUBSCRIPTION_CONTRACTS_FAIL
  SUBSCRIPTION_CONTRACTS_PAUSE
  SUBSCRIPTION_CONTRACTS_UPDATE
  TAX_SERVICES_CREATE
  TAX_SERVICES_UPDATE
  TENDER_TRANSACTIONS_CREATE
  THEMES_CREATE
  THEMES_DELETE
  THEMES_PUBLISH
  THEMES_UPDATE
  VARIANTS_IN_STOCK
  VARIANTS_OUT_OF_STOCK
}

type WebhookSubscriptionUpdatePayload {
  userErrors: [UserError!]!
  webhookSubscription: WebhookSubscription
}
`;
