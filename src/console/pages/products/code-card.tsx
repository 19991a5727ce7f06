// The access code of a product, and who read it.
import { type CodeReading, MOST_READINGS } from '../../../domains/catalog/products/list-code-readings.ts';
import type { Product } from '../../../domains/catalog/products/product.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../format.tsx';

export function CodeCard({
  product,
  code,
  changes,
  readings,
}: {
  product: Product;
  code: string | null | undefined;
  changes: boolean;
  readings: readonly CodeReading[];
}) {
  return (
    <Card title="Access code">
      <p>What a creator needs to use a sample. It is kept encrypted, and each reading is recorded.</p>
      {code === null && <Notice tone="info">No access code is set.</Notice>}
      {code != null && (
        <p>
          <Code>{code}</Code>
        </p>
      )}
      <Form action="reveal">
        <Button look="secondary">Show access code</Button>
      </Form>
      {changes && (
        <Form action="code" seen={product.version}>
          <TextField
            name="accessCode"
            label="New access code"
            maxlength={200}
            hint="Leave it empty to remove the code."
          />
          <Button look="secondary">Save access code</Button>
        </Form>
      )}
      {readings.length >= MOST_READINGS && <p>The newest {MOST_READINGS} readings:</p>}
      {readings.length > 0 && (
        <Table
          label="Readings of the access code"
          rows={readings}
          columns={[
            { label: 'Read by', main: true, cell: ({ callerId }) => <Code>{callerId}</Code> },
            { label: 'Times that day', numeric: true, cell: ({ times }) => String(times) },
            { label: 'Last read', cell: ({ lastAt }) => <Time at={lastAt} exact /> },
          ]}
        />
      )}
    </Card>
  );
}
