// Why a browser's event was not stored, and what to do about it.
import { networkLimit } from '../../../domains/measurement/pixels/network-limit.ts';
import type { RejectionReason } from '../../../pixel/rejections.ts';
import { count } from '../../format.tsx';

interface Said {
  reason: string;
  fix: string;
}

/** @param beaconsADay how many browser events an account may have in a day. */
export function rejectionWords(reason: RejectionReason, beaconsADay: number): Said {
  switch (reason) {
    case 'foreign_origin':
      return {
        reason: 'Website not allowed',
        fix: 'If the website is yours, add it to the domains of this pixel.',
      };
    case 'no_origin':
      return {
        reason: 'Website unknown',
        fix: 'The request had neither an Origin nor a Referer header. If you use a proxy, have it pass both on. An event of a custom pixel needs a pageUrl.',
      };
    case 'wrong_sandbox_key':
      return {
        reason: 'Wrong sandbox key',
        fix: 'The key was renewed. Paste the current sandbox key of this pixel into the custom pixel of your shop.',
      };
    case 'archived':
      return { reason: 'Pixel archived', fix: 'Remove the snippet of this pixel from the website.' };
    case 'excluded_country':
      return {
        reason: 'Excluded country',
        fix: 'The visitor was in a country that this pixel excludes, or the country was unknown. If you use a proxy, have it send X-Visitor-Country.',
      };
    case 'invalid':
      return {
        reason: 'Unreadable event',
        fix: 'Compare what the page sends with the API reference. Put ?debug behind the address of the script to see each event in the browser console.',
      };
    case 'rate_limited':
      return {
        reason: 'Too many requests from one visitor',
        fix: 'A visitor may send 100 requests in 10 seconds. Check the page for events sent in a loop. If you use a proxy, have it send X-Forwarded-For.',
      };
    case 'daily_limit':
      return {
        reason: 'Daily limit of the account reached',
        fix: `The account had its ${count(beaconsADay)} browser events for the day. Browser events are stored again from 00:00 UTC; events from your server are stored all the time.`,
      };
    case 'network_limit':
      return {
        reason: 'Daily limit of a network reached',
        fix: `One network sent ${count(networkLimit(beaconsADay))} events in a day; what it sends beyond that is not stored until 00:00 UTC. Other visitors are not affected. If you use a proxy, have it send X-Forwarded-For.`,
      };
  }
}
