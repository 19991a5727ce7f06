// What the body of a plan may hold: which members, how many and how long.
import { describe, expect, it } from 'vitest';
import { PlanInput } from '../../../../src/domains/ads/plan-record/plan-input.ts';
import { exampleOf } from '../../../../src/resource/example.ts';

const plan = exampleOf(PlanInput) as PlanInput;
const [step] = plan.steps;
const text = (length: number) => 'x'.repeat(length);
const many = <T>(count: number, one: T) => Array.from({ length: count }, () => one);
/** The places that are refused, each once. */
const refused = (body: object) => [
  ...new Set(PlanInput.safeParse(body).error?.issues.map(({ path }) => path.join('/'))),
];
const ofPlan = (more: object) => refused({ ...plan, ...more });
const ofStep = (more: object) => refused({ ...plan, steps: [{ ...step, ...more }] });

describe('a plan', () => {
  it.each([
    ['clientRequestId', text(200), ['', text(201), 7]],
    ['fieldCatalogVersion', '2026-08-08.2', ['2026-08-08.1', '']],
    ['operationType', 'upload_media', ['delete_campaign', '']],
    ['platforms', ['google', 'meta', 'tiktok', 'snapchat'], [[], many(5, 'meta')]],
    ['settingsSchemaVersion', text(100), ['', text(101)]],
    ['sourceOperationId', text(200), ['', text(201)]],
    ['steps', many(100, step), [many(101, step), {}]],
  ])('has in %s what it may, and nothing beyond', (field, most, beyond) => {
    expect(ofPlan({ [field]: most })).toEqual([]);
    for (const value of beyond as unknown[])
      expect(ofPlan({ [field]: value }), String(value)).toEqual([field]);
  });

  it('is about one of four kinds, by an ID of 200 characters at most', () => {
    for (const kind of ['paid_campaign', 'creative_asset', 'creator_ad_grant', 'ad_resource'])
      expect(ofPlan({ target: { kind, id: text(200) } })).toEqual([]);
    expect(ofPlan({ target: { kind: 'program', id: 'x' } })).toEqual(['target/kind']);
    expect(ofPlan({ target: { kind: 'ad_resource', id: text(201) } })).toEqual(['target/id']);
    expect(ofPlan({ target: { kind: 'ad_resource', id: 'x', name: 'y' } })).toEqual(['target']);
  });

  it('needs all of its members but sourceOperationId, and has no other', () => {
    for (const field of Object.keys(plan)) expect(ofPlan({ [field]: undefined })).toEqual([field]);
    expect(ofPlan({ note: 'x' })).toEqual(['']);
  });
});

describe('a step', () => {
  it.each([
    ['id', text(200), ['', text(201)]],
    ['idempotencyKey', text(200), ['', text(201)]],
    ['sequence', 2 ** 53 - 1, [-1, 1.5, 2 ** 53, '1']],
    ['platform', 'snapchat', ['pinterest']],
    ['productVariant', text(100), ['', text(101)]],
    ['resourceKind', 'asset', ['pixel']],
    ['mutation', 'detach', ['read']],
    ['fieldPaths', many(200, '/name'), [[], many(201, '/name')]],
    ['dependsOnStepIds', many(100, text(200)), [many(101, 'x'), {}]],
    ['input', { [text(200)]: { a: [null, true, 1, 'x'] } }, [[], 'x']],
    ['localResourceId', text(200), ['', text(201)]],
    ['providerResourceId', text(200), ['', text(201)]],
    ['requiredSecretPurpose', 'provider_ephemeral_secret', ['code', '']],
  ])('has in %s what it may, and nothing beyond', (field, most, beyond) => {
    expect(ofStep({ [field]: most })).toEqual([]);
    for (const value of beyond as unknown[])
      expect(ofStep({ [field]: value }), String(value)).toEqual([`steps/0/${field}`]);
  });

  it('names fields by JSON pointers, and steps and members by names that are not too long', () => {
    expect(ofStep({ fieldPaths: ['name'] })).toEqual(['steps/0/fieldPaths/0']);
    expect(ofStep({ dependsOnStepIds: [text(201)] })).toEqual(['steps/0/dependsOnStepIds/0']);
    expect(ofStep({ input: { [text(201)]: 1 } })).toEqual([`steps/0/input/${text(201)}`]);
  });

  it('sets at most 200 values, wherever they are', () => {
    const values = (count: number) => {
      const inner = Array.from({ length: count - 1 }, (_, n) => [`v${n}`, n]);
      return { input: { list: [1, 2, 3], inner: { inmost: Object.fromEntries(inner) } } };
    };
    expect(ofStep(values(200))).toEqual([]);
    expect(ofStep(values(201))).toEqual(['steps/0/input']);
  });

  it('needs all of its members but three, has no other, and depends on none unless it says so', () => {
    const { localResourceId: _, dependsOnStepIds: __, ...needed } = step!;
    for (const field of Object.keys(needed))
      expect(ofStep({ [field]: undefined })).toEqual([`steps/0/${field}`]);
    expect(ofStep({ note: 'x' })).toEqual(['steps/0']);
    expect(PlanInput.parse({ ...plan, steps: [needed] }).steps[0]!.dependsOnStepIds).toEqual([]);
  });
});
