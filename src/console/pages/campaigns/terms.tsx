// The settings of a campaign, in words.
import type { Connection } from '../../../domains/accounts/connections/connection.ts';
import type { Campaign } from '../../../domains/ads/campaign-record/campaign.ts';
import { Card, Facts } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Seen } from '../../components/form.tsx';
import { day, money, Time, words } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { adPlatformName, budgetWords } from './campaign-parts.tsx';
import { countryName, fieldName, valueName } from './field-names.ts';

export function Terms({
  at,
  campaign,
  connection,
}: {
  at: PlaceVisit;
  campaign: Campaign;
  connection: Connection | null;
}) {
  const { destination, schedule, ad, audience, creatorPay } = campaign;
  return (
    <Card title="Settings">
      <Facts
        facts={[
          ['Objective', words(campaign.objective)],
          ['Conversion event', campaign.optimizationEvent && words(campaign.optimizationEvent)],
          ['Destination', <Leads to={destination} />],
          ['Budget', budgetWords(campaign)],
          ['Schedule', daysWords(schedule)],
          ...(campaign.scheduledLaunchAt
            ? [['Scheduled launch', <Time at={campaign.scheduledLaunchAt} exact />] as const]
            : []),
          ['Audience', audienceWords(audience)],
          ['Primary text', ad.primaryText],
          ['Headline', ad.headline],
          ['Call to action', words(ad.callToAction)],
          ['Identity', campaign.identity === 'brand' ? 'Brand' : 'Creator'],
          ...Object.entries((campaign.settings ?? {}) as object).map(([name, value]) =>
            settingFact(`/settings/${name}`, value),
          ),
          ...Object.entries((campaign.tracking ?? {}) as object).map(([name, value]) =>
            settingFact(`/tracking/${name}`, value),
          ),
          ['Creator pay', payWords(campaign.currency, creatorPay)],
          ['Attribution source', creatorPay.attribution.source === 'service' ? 'Your pixel' : 'The platform'],
          [
            'Ad account',
            connection && (
              <a href={at.to(`/connections/${connection.id}`)}>
                {connection.name ?? adPlatformName(connection.provider)}
              </a>
            ),
          ],
          ['Created', <Time at={campaign.createdAt} exact />],
          ['ID', <Code>{campaign.id}</Code>],
        ]}
      />
    </Card>
  );
}

function Leads({ to: { type, value } }: { to: Campaign['destination'] }) {
  const link = value && /^https?:\/\//.test(value);
  return (
    <>
      {words(type)}
      {value && ': '}
      {link ? (
        <a href={value} rel="noopener noreferrer">
          {value}
        </a>
      ) : (
        value
      )}
    </>
  );
}

export function daysWords({ startDate, endDate }: Campaign['schedule']): string {
  return endDate === null ? `From ${day(startDate)}, no end date` : `${day(startDate)} to ${day(endDate)}`;
}

function audienceWords({ countries, ageMin, ageMax, gender, expand }: Campaign['audience']): string {
  const ages = ageMax === 65 ? `ages ${ageMin} and older` : `ages ${ageMin} to ${ageMax}`;
  const who = gender === 'all' ? 'all genders' : gender;
  const where = countries.map(countryName).join(', ');
  const beyond = expand ? '; audience expansion on' : '';
  return `${where ? `${where}: ` : ''}${who}, ${ages}${beyond}`;
}

function payWords(
  currency: string,
  { model, creatorShare, leadAmount, cap }: Campaign['creatorPay'],
): string {
  if (creatorShare === null && leadAmount === null) return 'Program pay rules';
  const what =
    leadAmount !== null
      ? `${money(leadAmount, currency)} per lead`
      : `${creatorShare}% of ${model === 'ad_spend' ? 'ad spend' : 'revenue'}`;
  return cap === null ? what : `${what}, capped at ${money(cap, currency)}`;
}

/** A setting and its value. @param path in the body of a campaign. */
export function settingFact(path: string, value: unknown): [string, string] {
  const name = path.split('/').at(-1)!;
  if (!isParts(value)) return [fieldName(path), valueWords(value)];
  // Settings of an added platform have the same labels as the campaign's own.
  const [label, under] = path.startsWith('/settings/')
    ? [adPlatformName(name), '/settings']
    : [fieldName(path), path];
  const parts = Object.entries(value).map(
    ([key, part]) => `${fieldName(`${under}/${key}`)}: ${valueWords(part)}`,
  );
  return [label, parts.join(', ')];
}

const isParts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Any value of a campaign's field. */
export function valueWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  if (isParts(value))
    return Object.entries(value)
      .map(([key, part]) => `${fieldName(key)}: ${valueWords(part)}`)
      .join(', ');
  const text = String(value ?? '');
  // A value in capitals is one of the platform's codes.
  return /^[A-Z]{4,}(_[A-Z]+)*$/.test(text) ? valueName(text) : text;
}

/**
 * The settings that a person agrees to by sending a form that spends money. The form shows those that changed
 * since it was opened.
 */
export function SeenTerms({ campaign }: { campaign: Campaign }) {
  const { destination, schedule, ad } = campaign;
  return (
    <>
      <Seen name="Budget" now={budgetWords(campaign)} />
      <Seen name="Schedule" now={daysWords(schedule)} />
      <Seen name="Destination URL" now={destination.value ?? 'None'} />
      <Seen name="Primary text" now={ad.primaryText} />
    </>
  );
}
