// One code: how it is at the shop, what may become of it, and what its account answers when it was flagged.
import type { CreatorCode } from '../../../domains/work/creator-codes/creator-code.ts';
import type { CodeSales } from '../../../domains/work/creator-codes/get-code-sales.ts';
import { creatorCodeOperations } from '../../../domains/work/creator-codes/operations.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { amounts, count, plural, Time, words } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import { writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { CreatorLink } from '../creator-link.tsx';
import { namesFor } from '../places/names.ts';
import { ProgramLink } from '../program-link.tsx';
import { CodeState, offOf } from './codes.tsx';

const paramsOf = (at: PlaceVisit) => ({ params: { id: at.params.code ?? '' } });

async function change(at: PlaceVisit, form: FormInput, body: object, said: string) {
  await at.run('PATCH /v1/creator-codes/:id', { ...paramsOf(at), body: { ...body, version: form.version } });
  return at.go(at.url.pathname, said);
}

const noteIn = (form: FormInput) => ({ note: form.text('note') || null });

export const codePage = placePage({
  path: '/codes/:code',
  show: async (at) => {
    const reading = at.run('GET /v1/creator-codes/:id', paramsOf(at));
    const [code, waiting, names] = await Promise.all([
      reading,
      at.run(creatorCodeOperations.getCodeSales, paramsOf(at)),
      reading.then((read) => namesFor(at, [read])),
    ]);
    const gives = writesAsAccount(at.place);
    const isCreator = at.place.type === 'creator';
    const { shop } = code;
    return {
      title: code.code,
      body: (
        <>
          <PageHead title={code.code} back={{ href: at.to('/codes'), label: 'Codes' }} />
          {shop?.problem && <Problem code={code} problem={shop.problem} gives={gives} />}
          {code.status === 'flagged' && <Flagged {...{ code, waiting, gives, isCreator }} />}
          <Card>
            <Facts
              facts={[
                ['Status', <CodeState code={code} />],
                ['Discount', offOf(code)],
                ...(isCreator
                  ? []
                  : [['Creator', <CreatorLink at={at} id={code.creator} names={names} />] as const]),
                ['Program', <ProgramLink at={at} id={code.program} names={names} />],
                ['Orders', count(code.uses)],
                ['In the store', shop && words(shop.status)],
                ['Uses counted by the store', shop?.uses == null ? null : count(shop.uses)],
                ['Last read in the store', shop?.readAt && <Time at={shop.readAt} exact />],
                ['Created', <Time at={code.createdAt} exact />],
                ['ID', <Code>{code.id}</Code>],
              ]}
            />
            {gives && <Moves code={code} />}
          </Card>
          <LastFlag code={code} />
        </>
      ),
    };
  },
  actions: {
    keep: (at, form) =>
      change(
        at,
        form,
        { answer: 'keep', ...noteIn(form) },
        'The code stays active, and the sales that waited count.',
      ),
    stop: (at, form) =>
      change(
        at,
        form,
        { answer: 'stop', ...noteIn(form) },
        'The code is paused. Its sales since the flag earn nothing.',
      ),
    pause: (at, form) => change(at, form, { status: 'paused' }, 'The code is paused.'),
    activate: (at, form) => change(at, form, { status: 'active' }, 'The code is active.'),
    archive: (at, form) => change(at, form, { status: 'archived' }, 'The code is archived.'),
    retry: (at, form) => change(at, form, { retry: true }, 'The store is asked again within a minute.'),
    existing: (at, form) =>
      change(at, form, { existing: true }, 'The discount is taken over within a minute.'),
  },
});

function Problem({
  code: { shop, version },
  problem,
  gives,
}: {
  code: CreatorCode;
  problem: NonNullable<NonNullable<CreatorCode['shop']>['problem']>;
  gives: boolean;
}) {
  const exists = problem.reason === 'code_exists';
  return (
    <Notice tone="warning" title={problem.message}>
      <p>{exists ? 'Take it over, or give the creator another code.' : problem.fix}</p>
      {gives && shop?.status === 'failed' && (
        <Buttons>
          {exists && (
            <Confirm
              action="existing"
              label="Take over discount"
              title="Take over the store’s discount?"
              confirm="Take over discount"
              look="secondary"
              seen={version}
            >
              <p>Orders with it credit the creator from now on. What it takes off stays as it is.</p>
            </Confirm>
          )}
          <Form action="retry" seen={version} inline>
            <Button look="secondary">Try again</Button>
          </Form>
        </Buttons>
      )}
    </Notice>
  );
}

/** `3 sales worth $126.00`; without an amount where none has a value. */
const worth = ({ sales, values }: CodeSales) =>
  `${plural(sales, 'sale')}${values.length === 0 ? '' : ` worth ${amounts(values)}`}`;

function Flagged({
  code: { flag, evidence, version, code, connection },
  waiting,
  gives,
  isCreator,
}: {
  code: CreatorCode;
  waiting: CodeSales;
  gives: boolean;
  isCreator: boolean;
}) {
  if (!flag) return null;
  const some = waiting.sales > 0;
  return (
    <Card title={isCreator ? 'Sales with this code wait' : 'This code may have leaked'}>
      {evidence && evidence.length > 0 && (
        <ul>
          {evidence.map(({ text }) => (
            <li>{text}</li>
          ))}
        </ul>
      )}
      <p>
        {isCreator
          ? 'It is used by people whom your links and videos do not seem to reach. '
          : 'It is used by people whom the creator does not seem to reach. '}
        Sales with it since <Time at={flag.flaggedAt} exact /> wait for{' '}
        {isCreator ? 'the brand’s answer' : 'an answer'}: {some ? `${worth(waiting)} so far` : 'none so far'}.
        Without an answer by <Time at={flag.answerBy} exact /> they count. Earlier sales do not wait.
      </p>
      {gives && (
        <Buttons>
          <Confirm
            action="keep"
            label="Keep code"
            title={`Keep ${code}?`}
            confirm="Keep code"
            look="primary"
            seen={version}
            has={['note']}
          >
            <p>
              {some
                ? `${worth(waiting)} ${waiting.sales === 1 ? 'counts' : 'count'}`
                : 'Sales that waited count'}
              , and the program pays the creator for them. The code goes on.
            </p>
            <Note />
          </Confirm>
          <Confirm
            action="stop"
            label="Stop code"
            title={`Stop ${code}?`}
            confirm="Stop code"
            seen={version}
            has={['note']}
          >
            <p>
              {some ? `${worth(waiting)} since ` : 'Sales since '}
              <Time at={flag.flaggedAt} exact /> {waiting.sales === 1 ? 'earns' : 'earn'} the creator nothing,
              and later ones with this code neither. The code is paused
              {connection === null ? '' : ' in the store'}.
            </p>
            <Note />
          </Confirm>
        </Buttons>
      )}
    </Card>
  );
}

const Note = () => <TextField name="note" label="Note" hint="For your account alone." />;

const ANSWERS = {
  keep: 'Kept: the sales that waited count',
  stop: 'Stopped: sales since the flag earn nothing',
} as const;

function LastFlag({ code: { flag, status } }: { code: CreatorCode }) {
  if (!flag?.answer || status === 'flagged') return null;
  return (
    <Card title="Last flag">
      <Facts
        facts={[
          ['Flagged', <Time at={flag.flaggedAt} exact />],
          ['Answer', ANSWERS[flag.answer]],
          ['Answered', flag.answeredAt && <Time at={flag.answeredAt} exact />],
          ...(flag.note ? [['Note', flag.note] as const] : []),
        ]}
      />
    </Card>
  );
}

/** What may become of a code that is not flagged. */
function Moves({ code: { status, version, code, connection, flag } }: { code: CreatorCode }) {
  if (status === 'flagged') return null;
  const inStore = connection === null ? '' : ' in the store';
  return (
    <Buttons>
      {status === 'active' ? (
        <Form action="pause" seen={version} inline>
          <Button look="secondary">Pause code</Button>
        </Form>
      ) : (
        <Confirm
          action="activate"
          label="Activate code"
          title={`Activate ${code}?`}
          confirm="Activate code"
          look="secondary"
          seen={version}
        >
          <p>
            It is active{inStore} again.
            {flag?.answer === 'stop' && ' Sales earn from now on; those since the flag still earn nothing.'}
          </p>
        </Confirm>
      )}
      {status !== 'archived' && (
        <Confirm
          action="archive"
          label="Archive code"
          title={`Archive ${code}?`}
          confirm="Archive code"
          seen={version}
        >
          <p>It is paused{inStore} and leaves the list. Nobody else can be given this code.</p>
        </Confirm>
      )}
    </Buttons>
  );
}
