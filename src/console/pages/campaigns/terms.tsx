// What a campaign is to do, in words.
import type { Connection } from '../../../domains/accounts/connections/connection.ts';
import type { Campaign } from '../../../domains/ads/campaigns/campaign-record.ts';
import { Card, Facts } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Seen } from '../../components/form.tsx';
import { day, money, Time, words } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { adPlatformName, budgetWords } from './campaign-parts.tsx';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
export const countryName = (code: string): string => COUNTRIES.of(code) ?? code;

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
    <Card title="What it is to do">
      <Facts
        facts={[
          ['For', words(campaign.objective)],
          ['Goal', campaign.optimizationEvent && words(campaign.optimizationEvent)],
          ['Leads to', <Leads to={destination} />],
          ['Budget', budgetWords(campaign)],
          ['Runs', daysWords(schedule)],
          ...(campaign.scheduledLaunchAt
            ? [['Launch planned for', <Time at={campaign.scheduledLaunchAt} exact />] as const]
            : []),
          ['Audience', audienceWords(audience)],
          ['Text', ad.primaryText],
          ['Headline', ad.headline],
          ['Button', words(ad.callToAction)],
          ['Shown as', campaign.identity === 'brand' ? 'The brand' : 'The creator'],
          ...Object.entries((campaign.settings ?? {}) as object).map(([name, value]) =>
            settingFact(name, value),
          ),
          ...Object.entries((campaign.tracking ?? {}) as object).map(([name, value]) =>
            settingFact(name, value),
          ),
          ['Creators are paid', payWords(campaign.currency, creatorPay)],
          [
            'Conversions are counted by',
            creatorPay.attribution.source === 'service' ? 'Your pixel' : 'The platform',
          ],
          [
            'Ad account',
            connection && (
              <a href={at.to(`/connections/${connection.id}`)}>
                {connection.name ?? adPlatformName(connection.provider)}
              </a>
            ),
          ],
          ['Made', <Time at={campaign.createdAt} exact />],
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
  return endDate === null ? `From ${day(startDate)}, without an end` : `${day(startDate)} to ${day(endDate)}`;
}

function audienceWords({ countries, ageMin, ageMax, gender, expand }: Campaign['audience']): string {
  const ages = ageMax === 65 ? `${ageMin} and older` : `${ageMin} to ${ageMax}`;
  const who = gender === 'all' ? 'everybody' : `${gender} people`;
  const where = countries.map(countryName).join(', ');
  const beyond = expand ? '; the platform may go beyond' : '';
  return `${where ? `${where}: ` : ''}${who}, ${ages}${beyond}`;
}

function payWords(
  currency: string,
  { model, creatorShare, leadAmount, cap }: Campaign['creatorPay'],
): string {
  if (creatorShare === null && leadAmount === null) return 'By the rules of their programs';
  const what =
    leadAmount !== null
      ? `${money(leadAmount, currency)} for each lead`
      : `${creatorShare} % of ${model === 'ad_spend' ? 'what is spent' : 'the revenue'}`;
  return cap === null ? what : `${what}, ${money(cap, currency)} at most`;
}

/** A setting of a platform, by its name in the API. */
export function settingFact(name: string, value: unknown): [string, string] {
  const label = words(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).replace(/ tv\b/, ' TV');
  if (typeof value === 'boolean') return [label, value ? 'Yes' : 'No'];
  if (Array.isArray(value)) return [label, value.join(', ')];
  if (typeof value !== 'object' || value === null) return [label, String(value ?? '')];
  const parts = Object.entries(value).map(
    ([key, part]) => `${settingFact(key, part)[0].toLowerCase()} ${String(part)}`,
  );
  return [label, parts.join(', ')];
}

/** In a form that lets money be spent: what its person says yes to. Who opened it before one of these changed is told. */
export function SeenTerms({ campaign }: { campaign: Campaign }) {
  const { destination, schedule, ad } = campaign;
  return (
    <>
      <Seen name="Budget" now={budgetWords(campaign)} />
      <Seen name="Days" now={daysWords(schedule)} />
      <Seen name="Address" now={destination.value ?? 'None'} />
      <Seen name="Text" now={ad.primaryText} />
    </>
  );
}
