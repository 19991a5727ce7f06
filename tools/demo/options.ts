import { parseArgs } from 'node:util';

export interface DemoOptions {
  port: number;
  receiverPort: number;
  shopPort: number;
  simulatorsPort: number;
  /** The folder with the local databases (in `state`) and demo.json. */
  dir: string;
}

/** Reads `--port N` and `--state DIR`. Throws an Error with a message for the developer. */
export function readOptions(args: string[]): DemoOptions {
  const values = read(args);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1024 || port > 65_532) {
    throw new Error(`--port must be a number from 1024 to 65532, not ${values.port}.`);
  }
  return { port, receiverPort: port + 1, shopPort: port + 2, simulatorsPort: port + 3, dir: values.state };
}

function read(args: string[]) {
  const options = {
    port: { type: 'string', default: '8787' },
    state: { type: 'string', default: '.wrangler' },
  } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}. npm run dev takes --port N and --state DIR, behind a --.`);
  }
}
