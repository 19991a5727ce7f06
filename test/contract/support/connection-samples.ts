// Connections, for samples.ts. No processor answers in the contract's loops: a body has to pass the schema, no more.
export const CONNECTION_BODIES = {
  createConnection: {
    provider: 'shopify',
    shop: 'shop.example.com',
    country: 'US',
    returnUrl: '/settings',
    checkout: 'hosted',
  },
};
