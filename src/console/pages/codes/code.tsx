// One code: how it is at the shop, and what its account answers when it was flagged.
import type { CreatorCode } from '../../../domains/work/creator-codes/creator-code.ts';
import { Button } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { count, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { CodeState, offOf } from './codes.tsx';
import { givesCodes } from './new-code.tsx';

const paramsOf = (at: PlaceVisit) => ({ params: { id: at.params.code ?? '' } });

export const codePage = placePage({
  path: '/codes/:code',
  show: async (at) => {
    const code = await at.run('GET /v1/creator-codes/:id', paramsOf(at));
    const answers = givesCodes(at);
    const { shop } = code;
    return {
      title: code.code,
      body: (
        <>
          <PageHead title={code.code} back={{ href: at.to('/codes'), label: 'Codes' }} />
          {shop?.problem && (
            <Notice tone="warning" title={shop.problem.message}>
              {shop.problem.fix}
            </Notice>
          )}
          {code.status === 'flagged' && <Flagged code={code} answers={answers} />}
          <Card>
            <Facts
              facts={[
                ['Status', <CodeState code={code} />],
                ['Discount', offOf(code)],
                ['Orders', count(code.uses)],
                ['In the store', shop && words(shop.status)],
                ['Uses counted by the store', shop?.uses == null ? null : count(shop.uses)],
                ['Last read in the store', shop?.readAt && <Time at={shop.readAt} exact />],
                ['Created', <Time at={code.createdAt} exact />],
                ['ID', <Code>{code.id}</Code>],
              ]}
            />
          </Card>
        </>
      ),
    };
  },
  actions: {
    keep: async (at, form) => {
      const body = { answer: 'keep' as const, version: form.version };
      await at.run('PATCH /v1/creator-codes/:id', { ...paramsOf(at), body });
      return at.go(at.url.pathname, 'The code stays active, and the sales that waited count.');
    },
    stop: async (at, form) => {
      const body = { answer: 'stop' as const, version: form.version };
      await at.run('PATCH /v1/creator-codes/:id', { ...paramsOf(at), body });
      return at.go(at.url.pathname, 'The code is paused. Its sales since the flag earn nothing.');
    },
  },
});

function Flagged({ code, answers }: { code: CreatorCode; answers: boolean }) {
  const { flag, evidence, version } = code;
  if (!flag) return null;
  return (
    <Card title="This code may have leaked">
      {evidence && (
        <ul>
          {evidence.map(({ text }) => (
            <li>{text}</li>
          ))}
        </ul>
      )}
      <p>
        Sales with this code since <Time at={flag.flaggedAt} exact /> wait until{' '}
        <Time at={flag.answerBy} exact />. Without an answer by then they count.
      </p>
      {answers && (
        <>
          <p>Keep: the sales that waited count, and the code goes on.</p>
          <Form action="keep" seen={version} inline>
            <Button>Keep code</Button>
          </Form>
          <p>Stop: the sales since the flag earn the creator nothing, and the code is paused in the store.</p>
          <Form action="stop" seen={version} inline>
            <Button look="danger">Stop code</Button>
          </Form>
        </>
      )}
    </Card>
  );
}
