// On the page of approved work: what its creator was asked to permit as an ad, and the form that asks.
import {
  type AdAuthorization,
  AUTHORIZATION_PLATFORMS,
  PERMISSIONS,
} from '../../../domains/ads/ad-authorizations/ad-authorization.ts';
import type { Submission } from '../../../domains/work/submissions/submission.ts';
import { Button } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { Select } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { words } from '../../format.tsx';
import { writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';

/** The newest authorizations of a submission that may be shown as an ad; null for other work, and for creators. */
export async function askedFor(at: PlaceVisit, of: Submission): Promise<readonly AdAuthorization[] | null> {
  if (at.place.type === 'creator' || (of.status !== 'approved' && of.status !== 'live')) return null;
  return (await at.run('GET /v1/ad-authorizations', { query: { submission: of.id } })).items;
}

const isOpen = ({ status }: AdAuthorization) => status === 'requested' || status === 'granted';

export function AskForAd({ at, asked }: { at: PlaceVisit; asked: readonly AdAuthorization[] }) {
  const left = AUTHORIZATION_PLATFORMS.filter(
    (platform) => !asked.some((one) => one.platform === platform && isOpen(one)),
  );
  const mayAsk = left.length > 0 && writesAsAccount(at.place);
  if (asked.length === 0 && !mayAsk) return null;
  return (
    <Card title="Ad in the creator's name">
      {asked.length > 0 && (
        <Facts
          facts={asked.map((one) => [
            PERMISSIONS[one.platform].name,
            <a href={at.to(`/ad-authorizations/${one.id}`)}>{words(one.status)}</a>,
          ])}
        />
      )}
      {mayAsk && (
        <Form action="askForAd">
          <Select
            name="platform"
            label="Ask the creator for an ad on"
            options={left.map((platform) => ({ value: platform, label: PERMISSIONS[platform].name }))}
          />
          <Button>Ask creator</Button>
        </Form>
      )}
    </Card>
  );
}
