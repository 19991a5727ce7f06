// TikTok's own client has no types.
declare module 'tiktok-business-api-sdk-official';
