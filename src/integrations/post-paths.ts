// What names a post in the path of its address. A share link has the same last part, but another name in it.

export const INSTAGRAM_POST = /^\/(?:(?!share\/)[^/]+\/)?(?:p|reel|reels|tv)\/([^/]+)\/?$/;
export const TIKTOK_POST = /\/(?:video|photo)\/(\d+)\/?$/;
