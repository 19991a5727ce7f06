// What each person finds at the simulated Meta: simulators/meta/fixtures.ts.
export const ADA = '100000000000001';
export const GRACE = '100000000000002';
export const MAIN = 'act_300000000000001';
export const TOKYO = 'act_300000000000002';
export const CLOSED = 'act_300000000000003';
export const PAGE = '400000000000001';
export const PIXEL = '600000000000001';
export const PROFILE = '500000000000001';
