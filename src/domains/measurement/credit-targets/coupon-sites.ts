// Sites that collect codes for anybody, with everything below their hosts. A code that is found there has left its creator's
// audience.
const COUPON_SITES: readonly string[] = [
  'capitaloneshopping.com',
  'couponbirds.com',
  'couponfollow.com',
  'coupons.com',
  'coupons.de',
  'coupert.com',
  'dealabs.com',
  'dealspotr.com',
  'dontpayfull.com',
  'goodshop.com',
  'groupon.com',
  'gutscheine.de',
  'gutscheinpony.de',
  'gutscheinsammler.de',
  'honey.io',
  'hotdeals.com',
  'hotukdeals.com',
  'joinhoney.com',
  'knoji.com',
  'lovecoupons.com',
  'mydealz.de',
  'offers.com',
  'picodi.com',
  'promocodes.com',
  'rakuten.com',
  'retailmenot.com',
  'savings.com',
  'simplycodes.com',
  'slickdeals.net',
  'sparwelt.de',
  'vouchercloud.com',
  'vouchercodes.co.uk',
  'wethrift.com',
];

/** Whether a host is a coupon site's. */
export function isCouponSite(host: string): boolean {
  const name = host.toLowerCase();
  return COUPON_SITES.some((site) => name === site || name.endsWith(`.${site}`));
}
