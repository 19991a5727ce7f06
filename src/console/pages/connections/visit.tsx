// The way to a provider's consent page and back: who asks for access, and how it ended. The verbs of
// connections do the work; without these pages, the API shows the same as plain text.
import type { SystemCtx } from '../../../context.ts';
import { finishConsent } from '../../../domains/accounts/connections/finish-consent.ts';
import { finishHostedSetup } from '../../../domains/accounts/connections/finish-hosted-setup.ts';
import { renewHostedSetup } from '../../../domains/accounts/connections/renew-hosted-setup.ts';
import { startConsent } from '../../../domains/accounts/connections/start-consent.ts';
import type { VisitAnswer } from '../../../domains/accounts/connections/visit.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { type Outcome, openPage } from '../../page.ts';
import type { Visit } from '../../visit.ts';

const visitOf = (at: Visit) => at.params.visit ?? '';

export const visitPage = openPage({
  path: '/connections/:visit',
  show: (at) => answered(at, (ctx) => finishHostedSetup(ctx, visitOf(at))),
  actions: {
    // The CSRF check has already shown that the form is ours.
    go: (at) => answered(at, (ctx) => startConsent(ctx, visitOf(at), at.request, true)),
  },
});

export const visitAgainPage = openPage({
  path: '/connections/:visit/again',
  show: (at) => answered(at, (ctx) => renewHostedSetup(ctx, visitOf(at))),
});

export const callbackPage = openPage({
  path: '/connections/callback/:provider',
  show: (at) => answered(at, (ctx) => finishConsent(ctx, at.params.provider ?? '', at.request)),
});

async function answered(at: Visit, ask: (ctx: SystemCtx) => Promise<VisitAnswer>): Promise<Outcome> {
  const ctx = at.system();
  const answer = await ask(ctx);
  await at.commit(ctx);
  if ('location' in answer) {
    if (answer.cookie !== undefined) at.setCookies.push(answer.cookie);
    return at.go(answer.location);
  }
  const { title, status, button } = answer;
  return {
    title,
    status,
    body: <Words answer={answer} here={at.url.pathname} />,
    formActions: button?.leadsTo ?? [],
  };
}

function Words({ answer, here }: { answer: Exclude<VisitAnswer, { location: string }>; here: string }) {
  const { title, text, list, note, button } = answer;
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{text}</p>
      {list && (
        <ul>
          {list.map((item) => (
            <li>{item}</li>
          ))}
        </ul>
      )}
      {note && <Notice>{note}</Notice>}
      {button && (button.action === here ? <GoOn label={button.label} /> : <Elsewhere {...button} />)}
    </>
  );
}

const GoOn = ({ label }: { label: string }) => (
  <Form action="go">
    <Button>{label}</Button>
  </Form>
);

const Elsewhere = ({ label, action }: { label: string; action: string }) => (
  <ButtonLink href={action}>{label}</ButtonLink>
);
