#!/usr/bin/env node
// Stands in front of `npm run provision` and `npm run deploy` as WRANGLER. It keeps an account in the file ACCOUNT, answers
// in wrangler's own words, and notes each call.
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.env.ACCOUNT;
const account = JSON.parse(readFileSync(file, 'utf8'));
const args = process.argv.slice(2);
const call = args.join(' ');
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);

function answer() {
  if (account.fails && call.includes(account.fails.call)) return fail(account.fails.says);
  if (call === 'd1 list --json') return JSON.stringify(account.databases);
  if (call.startsWith('d1 create ')) {
    const uuid = `11111111-2222-4333-8444-${String(account.databases.length).padStart(12, '0')}`;
    account.databases.push({ name: args[2], uuid });
    return `✅ Successfully created DB '${args[2]}'`;
  }
  if (call.startsWith('d1 migrations apply ')) return '✅ No migrations to apply!';
  if (call.startsWith('r2 bucket info '))
    return has('buckets', args[3], 'The specified bucket does not exist.');
  if (call.startsWith('r2 bucket create ')) return make('buckets', args[3]);
  if (call.startsWith('queues info '))
    return has(
      'queues',
      args[2],
      `Queue "${args[2]}" does not exist. To create it, run: wrangler queues create ${args[2]}`,
    );
  if (call.startsWith('queues create ')) return make('queues', args[2]);
  if (call.startsWith('secret list ')) {
    const name = workerOf(option('--config'));
    const secrets = account.workers[name];
    if (!secrets)
      return fail(
        `Worker "${name}" not found.\n\nIf this is a new Worker, run \`wrangler deploy\` first to create it.`,
      );
    return JSON.stringify(secrets.map((one) => ({ name: one, type: 'secret_text' })));
  }
  if (args[0] === 'deploy') {
    const toml = readFileSync(option('--config'), 'utf8');
    const name = workerOf(option('--config'));
    const bound = [...toml.matchAll(/^service = "(.+)"$/gm)].map((found) => found[1]);
    const missing = bound.find((one) => !account.workers[one]);
    if (missing)
      return fail(`Could not resolve service binding 'PAGES'. Target script '${missing}' not found.`);
    const secrets = option('--secrets-file');
    const given = secrets ? Object.keys(JSON.parse(readFileSync(secrets, 'utf8'))) : [];
    account.workers[name] = [...new Set([...(account.workers[name] ?? []), ...given])];
    return `Uploaded ${name}`;
  }
  return fail(`Unknown arguments: ${call}`);
}

const workerOf = (config) => /^name = "(.+)"$/m.exec(readFileSync(config, 'utf8'))[1];

function has(kind, name, otherwise) {
  return account[kind].includes(name) ? `Name: ${name}` : fail(otherwise);
}

function make(kind, name) {
  account[kind].push(name);
  return `Created ${name}`;
}

function fail(text) {
  process.stderr.write(`✘ [ERROR] ${text}\n`);
  process.exitCode = 1;
  return '';
}

const text = answer();
account.calls.push(call.replaceAll(/\/\S*\//g, ''));
writeFileSync(file, JSON.stringify(account));
process.stdout.write(`${text}\n`);
