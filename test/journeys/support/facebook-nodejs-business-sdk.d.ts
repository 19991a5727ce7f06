// Meta's own client has no types.
declare module 'facebook-nodejs-business-sdk';
