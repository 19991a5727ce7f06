// An account or a creator as a sender of messages: whether it may write.
import type { Erasure } from '../../../domains/messaging/moderation/erasure.ts';
import { listHolderNames } from '../../../domains/operations/staff/list-holder-names.ts';
import { Badge, Card, Facts, PageHead } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextArea, TextField } from '../../components/fields.tsx';
import { count, Time } from '../../format.tsx';
import { staffPage } from '../../page.ts';
import { ActionTable } from './action-table.tsx';
import { senderPage } from './conversation.tsx';
import { directoryOf } from './ids.tsx';

export const senderStaffPage = staffPage({
  path: '/senders/:id',
  show: async (at) => {
    const id = at.params.id!;
    const [sender, names, { items: actions }] = await Promise.all([
      at.run('GET /internal/v1/senders/:id', { params: { id } }),
      listHolderNames(at.staffCtx(), [id]),
      at.run('GET /internal/v1/actions', { query: { subject: id, limit: '100' } }),
    ]);
    const name = names.get(id) ?? id;
    return {
      title: `Messaging of ${name}`,
      body: (
        <>
          <PageHead title={`Messaging of ${name}`} back={{ href: directoryOf(id), label: 'Directory' }}>
            Whether it may write to others. It can always write to our support.
          </PageHead>
          <Card
            title="Sending"
            action={sender.bar ? <Badge tone="danger">Barred</Badge> : <Badge tone="success">Allowed</Badge>}
          >
            {sender.bar ? (
              <>
                <Facts
                  facts={[
                    ['Barred by', sender.bar.by],
                    ['Reason', sender.bar.reason],
                    ['Since', <Time at={sender.bar.at} exact />],
                  ]}
                />
                <Confirm
                  action="unbar"
                  label="Lift bar"
                  title={`Let ${name} send messages again?`}
                  confirm="Lift bar"
                  look="secondary"
                  has={['reason']}
                >
                  <p>It can write, edit and react in its threads at once.</p>
                  <Why />
                </Confirm>
              </>
            ) : (
              <Confirm
                action="bar"
                label="Bar sender"
                title={`Bar ${name} from sending messages?`}
                confirm="Bar sender"
                has={['reason']}
              >
                <p>
                  It can write to our support only. Others are not told: their threads look as if the two had
                  stopped working together.
                </p>
                <Why />
              </Confirm>
            )}
          </Card>
          <ErasureCard id={id} name={name} erasure={sender.erasure} />
          <Card title="Actions" flush>
            {actions.length === 0 ? (
              <p class="card-foot quiet">No staff actions yet.</p>
            ) : (
              <ActionTable actions={actions} />
            )}
          </Card>
        </>
      ),
    };
  },
  actions: {
    erase: async (at, form) => {
      const id = at.params.id!;
      const body = { confirm: form.text('confirm'), reason: form.text('reason') };
      await at.run('POST /internal/v1/senders/:id/erasure', { params: { id }, body });
      return at.go(senderPage(id), 'The erasure has begun.');
    },
    bar: async (at, form) => {
      const id = at.params.id!;
      await at.run('POST /internal/v1/senders/:id/bar', {
        params: { id },
        body: { reason: form.text('reason') },
      });
      return at.go(senderPage(id), 'The sender is barred.');
    },
    unbar: async (at, form) => {
      const id = at.params.id!;
      await at.run('POST /internal/v1/senders/:id/unbar', {
        params: { id },
        body: { reason: form.text('reason') },
      });
      return at.go(senderPage(id), 'The sender can write again.');
    },
  },
});

const PHASES: Record<Erasure['phase'], string> = {
  messages: 'Deleting messages',
  told: 'Updating lists and search',
  files: 'Deleting files',
  search: 'Clearing search',
  reports: 'Clearing reports',
  done: 'Finished',
};

function ErasureCard({ id, name, erasure }: { id: string; name: string; erasure: Erasure | null }) {
  const underWay = erasure !== null && erasure.phase !== 'done';
  return (
    <Card title="Erasure" action={underWay && <Badge tone="warning">In progress</Badge>}>
      <p class="quiet">
        Deletes every message and file that it sent, in all threads, for both sides. Others keep their own
        messages. What it writes afterwards stays: bar it first if nothing may come.
      </p>
      {erasure && (
        <Facts
          facts={[
            ['Status', PHASES[erasure.phase]],
            ['Threads emptied', count(erasure.threads)],
            ['Started by', erasure.by],
            ['Started', <Time at={erasure.startedAt} exact />],
            ['Finished', erasure.finishedAt && <Time at={erasure.finishedAt} exact />],
          ]}
        />
      )}
      {!underWay && (
        <Confirm
          action="erase"
          label="Erase messages"
          title={`Erase all messages and files of ${name}?`}
          confirm="Erase for good"
          has={['confirm', 'reason']}
        >
          <p>Nobody can read them any more, and this cannot be undone. It takes some minutes.</p>
          <TextField name="confirm" label="ID" hint={`Type ${id} to confirm.`} maxlength={64} required />
          <Why />
        </Confirm>
      )}
    </Card>
  );
}

function Why() {
  return (
    <TextArea
      name="reason"
      label="Why"
      hint="Kept with your name, for good."
      rows={3}
      maxlength={2000}
      required
    />
  );
}
