// Shows every component in every state, without reading any data. All pages are built from these components.

import type { PropsWithChildren } from 'hono/jsx';
import { AppError } from '../../kit/error.ts';
import { Button, ButtonLink, Buttons } from '../components/button.tsx';
import { Avatar, Badge, Card, Cards, Facts, PageHead, Skeleton, Stat, Tabs } from '../components/card.tsx';
import { BarChart } from '../components/chart.tsx';
import { Checkbox, Choices } from '../components/choices.tsx';
import { Code, CodeBlock, SecretOnce } from '../components/code.tsx';
import { Confirm } from '../components/dialog.tsx';
import { Select, TextArea, TextField } from '../components/fields.tsx';
import { Filters } from '../components/filters.tsx';
import { Form } from '../components/form.tsx';
import { EmptyState, Notice } from '../components/notice.tsx';
import { Pager, Table, TwoLines } from '../components/table.tsx';
import { money } from '../format.tsx';
import { openPage } from '../page.ts';

const Sample = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <section class="sample">
    <h2>{title}</h2>
    {children}
  </section>
);

const ROWS = [
  { name: 'Summer launch', creator: 'Mia Torres', state: 'Live', tone: 'success', amount: 25_000 },
  { name: 'Cold brew ads', creator: 'Jon Bell', state: 'Needs review', tone: 'warning', amount: 40_000 },
  { name: 'Winter beans', creator: 'Dana Kim', state: 'Rejected', tone: 'danger', amount: 0 },
] as const;

const POINTS = [4, 9, 6, 12, 18, 11, 7, 15, 21, 17, 24, 19, 13, 27].map((value, index) => ({
  label: `${index + 1} Nov`,
  value: value * 1_000,
}));

function Buttonry() {
  return (
    <>
      <Buttons>
        <Button>Primary</Button>
        <Button look="secondary">Secondary</Button>
        <Button look="danger">Destructive</Button>
        <Button look="quiet">Quiet</Button>
        <Button disabled>Not now</Button>
        <Button icon="plus">With an icon</Button>
        <Button look="secondary" small>
          Small
        </Button>
        <ButtonLink href="/components" look="secondary" icon="arrow">
          A link
        </ButtonLink>
      </Buttons>
      <p>
        A <a href="/components">link in a sentence</a> and an ID: <Code>prog_01k2d9q3v7h5m8r4t6w0x1y2z3</Code>
        .
      </p>
    </>
  );
}

function Fields() {
  return (
    <Card title="A form">
      <Form action="try">
        <TextField name="name" label="Name" required value="Northwind Coffee" hint="Creators read it." />
        <TextField name="email" label="Email" type="email" placeholder="you@example.com" autocomplete="off" />
        <TextArea name="brief" label="Brief" hint="What is it about?" />
        <Select
          name="type"
          label="Type"
          required
          value="organic"
          options={[
            { value: 'organic', label: 'Organic' },
            { value: 'paid_ads', label: 'Paid ads' },
          ]}
        />
        <Choices
          name="level"
          label="Permissions"
          chosen={['read']}
          options={[
            { value: 'read', label: 'Read', hint: 'Can view everything. Cannot make changes.' },
            { value: 'write', label: 'Read and write', hint: 'All of your permissions.' },
          ]}
        />
        <Checkbox name="agree" label="Tell me when something fails" hint="At most once an hour." />
        <Button>Send</Button>
      </Form>
    </Card>
  );
}

const page = openPage({
  path: '/components',
  show: () => ({
    title: 'Components',
    layout: 'wide',
    body: (
      <>
        <PageHead title="Components">
          Every part that pages are made of, in every state. Send the form to see errors.
        </PageHead>
        <div class="samples">
          <Sample title="Buttons and links">
            <Buttonry />
          </Sample>
          <Sample title="Fields">
            <Fields />
          </Sample>
          <Sample title="Tables, filters, pages">
            <Filters
              filters={[
                {
                  name: 'status',
                  label: 'Status',
                  options: [
                    { value: '', label: 'All' },
                    { value: 'live', label: 'Live' },
                  ],
                },
              ]}
            />
            <Card title="Programs" flush>
              <Table
                label="Programs"
                rows={ROWS}
                columns={[
                  {
                    label: 'Program',
                    main: true,
                    cell: (row) => (
                      <TwoLines href="/components" title={row.name}>
                        {row.creator}
                      </TwoLines>
                    ),
                  },
                  { label: 'Status', cell: (row) => <Badge tone={row.tone}>{row.state}</Badge> },
                  { label: 'Amount', numeric: true, cell: (row) => money(row.amount, 'usd') },
                  {
                    label: 'Actions',
                    actions: true,
                    cell: () => (
                      <ButtonLink href="/components" look="secondary" small>
                        Open
                      </ButtonLink>
                    ),
                  },
                ]}
              />
            </Card>
            <Pager next="next" />
          </Sample>
          <Sample title="Numbers and charts">
            <Cards>
              <Stat label="Balance" value={money(1_234_500, 'usd')} hint="can be withdrawn" />
              <Stat label="Owed" value={money(72_000, 'usd')} hint="charged tomorrow" />
              <Stat label="To review" value="3" href="/components" />
            </Cards>
            <Card>
              <BarChart title="Sales a day" points={POINTS} say={(value) => money(value, 'usd')} />
            </Card>
          </Sample>
          <Sample title="Notices">
            <Notice title="For your information">Payouts are sent each morning.</Notice>
            <Notice tone="success" title="Done" />
            <Notice tone="warning" title="Your card expires this month">
              Save another one before the next charge.
            </Notice>
            <Notice tone="danger" title="The charge failed">
              The bank declined it. Nothing was paid.
            </Notice>
          </Sample>
          <Sample title="Badges, avatars, facts">
            <Buttons>
              <Badge>Draft</Badge>
              <Badge tone="info">Processing</Badge>
              <Badge tone="success">Paid</Badge>
              <Badge tone="warning">Waiting</Badge>
              <Badge tone="danger">Failed</Badge>
            </Buttons>
            <Buttons>
              <Avatar name="Mia Torres" />
              <Avatar name="Northwind Coffee" size="large" />
            </Buttons>
            <Card title="A payment">
              <Facts
                facts={[
                  ['Creator', 'Mia Torres'],
                  ['Amount', money(25_000, 'usd')],
                  ['Note', null],
                ]}
              />
            </Card>
          </Sample>
          <Sample title="Tabs">
            <Tabs
              label="Parts of a key"
              tabs={[
                { href: '/components', label: 'Settings', current: true },
                { href: '/components?tab=2', label: 'Deliveries', current: false },
                { href: '/components?tab=3', label: 'Errors', current: false },
              ]}
            />
          </Sample>
          <Sample title="Secrets and code">
            <SecretOnce name="API key" secret="example_0000000000000000000000000000000000000000" />
            <CodeBlock
              label="A command"
              text={'curl https://service.example/v1/account \\\n  -H "Authorization: Bearer …"'}
            />
          </Sample>
          <Sample title="Asking first">
            <div>
              <Confirm action="revoke" label="Revoke" title="Revoke key “Production”?" confirm="Revoke key">
                <p>Programs that use it stop working at once. This cannot be undone.</p>
              </Confirm>
            </div>
          </Sample>
          <Sample title="Empty states and placeholders">
            <Card>
              <EmptyState
                title="No programs yet"
                action={<ButtonLink href="/components">Make a program</ButtonLink>}
              >
                A program says what you want made, and what you pay for it.
              </EmptyState>
            </Card>
            <Card>
              <Skeleton />
            </Card>
          </Sample>
        </div>
      </>
    ),
  }),
  actions: {
    try: async () => {
      throw new AppError('validation_failed', 'Some fields are invalid.', {
        details: [
          { path: '/name', message: 'This name is taken. Choose another one.', code: 'taken' },
          {
            path: '/email',
            message: 'This is no email address: the part behind the @ is missing.',
            code: 'invalid',
          },
        ],
      });
    },
    revoke: async (at) => at.go('/components', 'The key “Production” was revoked.'),
  },
});

export const componentPages = [page];
