// What happened between an account and a creator, the newest first: from the records that the creator's page shows anyway.
import type { Relationship } from '../../../domains/work/relationships/relationship.ts';
import { Card } from '../../components/card.tsx';
import { money, Time } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { Unread } from '../part.tsx';
import type { CreatorParts } from './creator-parts.tsx';

/** So many steps are shown; the lists have all of them. */
const SHOWN = 12;

interface Step {
  at: string;
  text: string;
  /** The record's page below the workspace; null for none. */
  path: string | null;
}

/** A step, or nothing where it has not happened. */
const step = (at: string | null, text: string, path: string | null = null): Step[] =>
  at === null ? [] : [{ at, text, path }];

const DECIDED: Record<string, string> = {
  approved: 'approved',
  live: 'approved',
  rejected: 'rejected',
  revision: 'sent back',
};

function stepsOf(relationships: readonly Relationship[], parts: CreatorParts): Step[] {
  const { submissions, applications, agreements, retainers, payments, program } = parts;
  return [
    ...relationships.flatMap(({ accountAgreedAt, creatorAgreedAt }) => [
      ...step(accountAgreedAt, 'You agreed to work together'),
      ...step(creatorAgreedAt, 'The creator agreed to work together'),
    ]),
    ...(applications?.items ?? []).flatMap((one) => {
      const path = `/programs/${one.program}`;
      const decision = DECIDED[one.status];
      return [
        ...step(one.createdAt, `${one.invited ? 'Invited' : 'Application'} to ${program(one.program)}`, path),
        ...(decision ? step(one.reviewedAt, `Application to ${program(one.program)} ${decision}`, path) : []),
      ];
    }),
    ...(submissions?.items ?? []).flatMap((one) => {
      const [path, title] = [`/submissions/${one.id}`, one.caption ?? 'Untitled video'];
      const decision = DECIDED[one.status];
      return [
        ...step(one.submittedAt, `${title} submitted`, path),
        ...(decision ? step(one.reviewedAt, `${title} ${decision}`, path) : []),
      ];
    }),
    ...(agreements?.items ?? []).flatMap(({ acceptedAt, title }) => step(acceptedAt, `${title} accepted`)),
    ...(retainers?.items ?? []).flatMap((one) => {
      const path = `/retainers/${one.id}`;
      return [
        ...step(one.createdAt, `Retainer offered: ${one.pay.summary}`, path),
        ...step(one.canceledAt, 'Retainer cancelled', path),
      ];
    }),
    ...(payments?.items ?? []).flatMap((one) => {
      const [path, amount] = [`/payments/${one.id}`, money(one.amount, one.currency)];
      return [
        ...step(one.approvedAt, `Payment of ${amount} approved`, path),
        ...step(one.succeededAt, `Payment of ${amount} charged`, path),
        ...step(one.disputedAt, `Payment of ${amount} disputed`, path),
      ];
    }),
  ]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, SHOWN);
}

/** @param relationships null where they could not be read. */
export function History({
  at,
  relationships,
  parts,
}: {
  at: PlaceVisit;
  relationships: readonly Relationship[] | null;
  parts: CreatorParts;
}) {
  const { submissions, applications, agreements, retainers, payments } = parts;
  const isWhole = ![relationships, submissions, applications, agreements, retainers, payments].includes(null);
  const steps = stepsOf(relationships ?? [], parts);
  return (
    <Card title="History">
      {!isWhole && <Unread at={at} title="Some of the history" />}
      {steps.length === 0 ? (
        <p class="quiet">What you and the creator do together appears here.</p>
      ) : (
        <ol class="timeline">
          {steps.map(({ at: when, text, path }) => (
            <li>
              <Time at={when} exact />
              {path === null ? <span>{text}</span> : <a href={at.to(path)}>{text}</a>}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
