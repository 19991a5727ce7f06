// The form of a new campaign: its parts in the order in which people think of them, its fields as the platform has them.
import type { AdFieldRecord } from '../../../domains/ads/ad-fields/ad-field.ts';
import type { Conversion } from '../../../domains/measurement/conversions/conversion.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Checkbox, Choices } from '../../components/choices.tsx';
import { Form, TextField } from '../../components/form.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { newestOnly, type WholeList } from '../whole-list.ts';
import { adPlatformName } from './campaign-parts.tsx';
import type { FormChoices } from './form-choices.tsx';
import { CampaignField } from './form-field.tsx';
import type { AddedPlatform, FormGround } from './form-ground.ts';
import { nameAt, OF_THE_GROUND, pathInBlock } from './form-input.ts';
import { PAY_NAMES, PayCard } from './form-pay.tsx';
import { type Work, WorkChoices } from './form-work.tsx';

/** Parts by the pointers that begin so; what is left is the platform's own. */
const PARTS: readonly { title: string; begins: RegExp; beside?: RegExp }[] = [
  { title: 'What it is', begins: /^\/(name|destination\/value|optimizationEvent)$/ },
  { title: 'Work and words', begins: /^\/(creatives|identity|ad\/.*)$/ },
  { title: 'Money and days', begins: /^\/(budget|schedule)\//, beside: /./ },
  { title: 'Audience', begins: /^\/audience\//, beside: /\/(ageMin|ageMax)$/ },
];

/** Asked with the launch; and what is only kept, so that nobody waits for what comes of it. */
const ELSEWHERE = [...OF_THE_GROUND, '/scheduledLaunchAt', '/settings/revenueConversion'];

const MAKE = 'Make the campaign';

interface Props {
  at: PlaceVisit;
  ground: FormGround;
  choices: FormChoices;
  work: Work;
  conversions: WholeList<Conversion>;
}

export function CampaignForm({ at, ground, choices, work, conversions }: Props) {
  const fields = ground.fields.filter(({ path }) => !ELSEWHERE.includes(path));
  const own = fields.filter(({ path }) => !PARTS.some(({ begins }) => begins.test(path)));
  return (
    <div class="with-aside">
      <Form action="create" enters={MAKE} has={namesIn(ground, fields)}>
        {PARTS.map(({ title, begins, beside }) => {
          const inPart = fields.filter(({ path }) => begins.test(path));
          const paired = inPart.filter(({ path }) => beside?.test(path));
          return (
            <Card title={title}>
              {inPart
                .filter((field) => !paired.includes(field))
                .map((field) =>
                  field.path === '/creatives' ? (
                    <WorkChoices at={at} work={work} />
                  ) : (
                    <CampaignField {...{ field, ground, choices }} />
                  ),
                )}
              {paired.length > 0 && (
                <div class="fields-beside">
                  {paired.map((field) => (
                    <CampaignField {...{ field, ground, choices }} />
                  ))}
                </div>
              )}
            </Card>
          );
        })}
        {own.length > 0 && (
          <Card title={`At ${adPlatformName(ground.connection.provider)}`}>
            {own.map((field) => (
              <CampaignField {...{ field, ground, choices }} />
            ))}
          </Card>
        )}
        {ground.added.map((added) => (
          <Added {...{ at, added, ground, choices }} />
        ))}
        {ground.moreConnections && (
          <p class="quiet">Other platforms are offered by your connections. {newestOnly({ more: true })}</p>
        )}
        <PayCard ground={ground} conversions={conversions} />
        <Start />
        <Button>{MAKE}</Button>
      </Form>
      <aside class="aside" data-preflight aria-label="What stands against it">
        <p class="two-lines-title">Nothing is made yet</p>
        <p class="quiet">
          When you send the form, everything is checked against what the platform takes. What is not right is
          said at its field, and nothing is lost.
        </p>
      </aside>
    </div>
  );
}

function namesIn({ added }: FormGround, fields: readonly AdFieldRecord[]): string[] {
  const inBlocks = added.flatMap(({ name, fields: theirs }) => [
    ...theirs.flatMap(({ path }) => pathInBlock(name, path) ?? []),
    `/settings/${name}/link`,
  ]);
  return [
    ...[...fields.map(({ path }) => path), ...inBlocks, '/scheduledLaunchAt'].map(nameAt),
    ...PAY_NAMES,
  ];
}

function Added({
  at,
  added: { name, fields },
  ground,
  choices,
}: {
  at: PlaceVisit;
  added: AddedPlatform;
  ground: FormGround;
  choices: FormChoices;
}) {
  const platform = adPlatformName(name);
  const chosen = at.form?.input.checked(`added.${name}`) ?? ground.hasBelow(`/settings/${name}`);
  return (
    <Card title={`Also on ${platform}`}>
      <Checkbox
        name={`added.${name}`}
        checked={chosen}
        label={`Run it on ${platform}, too`}
        hint={`The money is divided evenly. Through your connection to ${platform}.`}
      />
      <details class="more" open={chosen}>
        <summary>What is different there</summary>
        <div class="form">
          {fields.map((field) => {
            const path = pathInBlock(name, field.path);
            return path && <CampaignField {...{ field, ground, choices, path }} optional />;
          })}
          <TextField
            name={`settings.${name}.link`}
            label="Address that the ads lead to"
            maxlength={2000}
            hint="The campaign's when left empty."
          />
        </div>
      </details>
    </Card>
  );
}

function Start() {
  return (
    <Card title="When it begins">
      <Choices
        name="start"
        label="Once it is set up"
        required
        chosen={['paused']}
        options={[
          {
            value: 'paused',
            label: 'Leave it paused',
            hint: 'Look at it first, and launch it from its page.',
          },
          {
            value: 'now',
            label: 'Launch it',
            hint: 'Money is spent as soon as the platform has reviewed the ads.',
          },
          { value: 'planned', label: 'Launch it at a time', hint: 'Say below when.' },
        ]}
      />
      <TextField
        name="scheduledLaunchAt"
        label="Day and time, in UTC"
        type="datetime-local"
        required="required to launch at a time"
      />
    </Card>
  );
}
