// The local outbox: mails that the service would have sent. A deployed service has no such page.

import { notFound } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Form } from '../../components/form.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import { openPage } from '../../page.ts';

export const mailPage = openPage({
  path: '/mail',
  show: async (at) => {
    if (!at.vars.ALLOW_LOCAL_URLS) throw notFound('page');
    const { listLocalMails } = await import('../../../domains/accounts/mails/list-local-mails.ts');
    const mails = await listLocalMails(at.system());
    return {
      title: 'Mail',
      layout: 'wide',
      body: (
        <>
          <PageHead title="Mail">Mail that a deployment would have sent. Newest first.</PageHead>
          {mails.length === 0 && (
            <EmptyState title="No mail yet">
              Mail appears here when somebody signs up or is invited.
            </EmptyState>
          )}
          {mails.map(({ id, to, subject, text, createdAt }) => (
            <Card title={subject}>
              <p class="quiet">
                To {to}, <Time at={createdAt} exact />
              </p>
              {text.split('\n\n').map((part) => (
                <p>
                  {/^https?:\S+$/.test(part) ? (
                    <a href={new URL(part).pathname + new URL(part).search}>{part}</a>
                  ) : (
                    part
                  )}
                </p>
              ))}
              <Form action="bounce" id={id} inline>
                <Button look="secondary" small>
                  Return as undeliverable
                </Button>
              </Form>
            </Card>
          ))}
        </>
      ),
    };
  },
  actions: {
    bounce: async (at, form) => {
      if (!at.vars.ALLOW_LOCAL_URLS) throw notFound('page');
      const { bounceLocalMail } = await import('../../../domains/accounts/mails/bounce-local-mail.ts');
      const ctx = at.system();
      bounceLocalMail(ctx, form.text('_id'));
      await at.commit(ctx);
      return at.go('/mail', 'The mail came back. After two an address gets none.');
    },
  },
});
