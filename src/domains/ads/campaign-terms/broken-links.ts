// Checks the links of a campaign's ads. The service adds the submission and the campaign to every link; a link that
// names them a second time would credit sales to whoever is named last.
import { isRecord } from '../../../kit/given.ts';
import type { CampaignTerms } from './terms.ts';

export interface BrokenLink {
  path: string;
  code: 'reserved';
  message: string;
  fix: string;
}

const OURS = /(?:^|[?&#])(service_id|service_campaign)=/i;

type Linking = Partial<Pick<CampaignTerms, 'destination' | 'tracking' | 'settings'>>;

export function brokenLinks({ destination, tracking, settings = {} }: Linking): BrokenLink[] {
  const texts: [string, unknown][] = [
    ['/destination/value', destination?.value],
    ['/tracking/urlParameters', tracking?.urlParameters],
    ['/tracking/trackingUrlTemplate', tracking?.trackingUrlTemplate],
    ...Object.entries(settings).map(([name, block]): [string, unknown] => [
      `/settings/${name}/link`,
      isRecord(block) ? block.link : null,
    ]),
  ];
  return texts.flatMap(([path, text]) => {
    const name = typeof text === 'string' ? OURS.exec(text)?.[1] : undefined;
    if (name === undefined) return [];
    const message = `Every ad gets its own ${name}. Another one would credit sales to another submission.`;
    return [{ path, code: 'reserved', message, fix: `Remove ${name}.` }];
  });
}
