// Generated files must match the files that they are made from.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPE_NAMES } from '../../src/events/catalogue.ts';
import { ROOT, read } from './support/sources.ts';

/** Runs one of our tools with --check. Throws with its output when something is outdated. */
function check(tool: string): void {
  execFileSync(process.execPath, [join(ROOT, tool), '--check'], { cwd: ROOT, stdio: 'pipe' });
}

describe('openapi.json', () => {
  it('is what the routes say', () => check('tools/emit-openapi.ts'));

  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(read('openapi.json')));
    expect(result.errors ?? []).toEqual([]);
    expect(validator.version).toBe('3.1');
  });

  it('has no reference that leads nowhere', () => {
    const document = JSON.parse(read('openapi.json'));
    const lost = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)]
      .map((match) => match[1]!)
      .filter((pointer) => pointer.split('/').reduce((at, key) => at?.[key], document) === undefined);
    expect(lost).toEqual([]);
  });

  it('shows a webhook with schema and sample for each of its types', () => {
    const { webhooks } = JSON.parse(read('openapi.json'));
    expect(EVENT_TYPE_NAMES.length).toBeGreaterThanOrEqual(50);
    expect(Object.keys(webhooks).sort()).toEqual([...EVENT_TYPE_NAMES].sort());
    for (const name of EVENT_TYPE_NAMES) {
      const media = webhooks[name].post.requestBody.content['application/json'];
      expect(media.schema.properties.type).toMatchObject({ const: name });
      expect(media.examples.sample.value.type).toBe(name);
    }
  });
});

describe("the pixel's script", () => {
  it('is what its source compiles to', () => {
    expect(existsSync(join(ROOT, 'tools/build-pixel.ts'))).toBe(true);
    check('tools/build-pixel.ts');
  });
});

describe('the table of characters that look alike', () => {
  it('is what the package says', () => check('tools/build-confusables.ts'));
});

describe('package-lock.json', () => {
  it('names every optional package of every platform: without them npm ci refuses the file', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {})
        .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
        .map((name) => `${path} -> ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
