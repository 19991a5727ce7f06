import { describe, expect, it } from 'vitest';
import {
  deliverySchema,
  EVENT_TYPE_NAMES,
  EVENT_TYPES,
  sampleDelivery,
} from '../../../../src/events/catalogue.ts';

/** The table in the specification: type -> keys of data; a question mark marks an optional key. */
const TABLE: Record<string, string> = {
  'application.created': 'program application',
  'application.invited': 'program application creator',
  'application.approved': 'program application',
  'application.rejected': 'program application',
  'application.withdrawn': 'program application',
  'agreement.accepted': 'creator program?',
  'submission.created': 'program submission',
  'submission.approved': 'program submission',
  'submission.revision_requested': 'program submission',
  'submission.rejected': 'program submission',
  'submission.live': 'program submission',
  'file.ready': 'file',
  'file.failed': 'file',
  'campaign.published': 'campaign',
  'campaign.partially_failed': 'campaign',
  'campaign.failed': 'campaign',
  'campaign.paused': 'campaign',
  'campaign.archived': 'campaign',
  'campaign.needs_attention': 'campaign',
  'payment.created': 'payment creator',
  'payment.pending_approval': 'payment creator',
  'payment.succeeded': 'payment creator',
  'payment.disputed': 'payment creator',
  'payment.failed': 'payment',
  'payment.refunded': 'payment',
  'payout.paid': 'payout',
  'payout.failed': 'payout',
  'withdrawal.created': 'withdrawal',
  'withdrawal.paid': 'withdrawal',
  'withdrawal.failed': 'withdrawal',
  'retainer.accepted': 'retainer',
  'retainer.rejected': 'retainer',
  'retainer.canceled': 'retainer',
  'retainer.ended': 'retainer',
  'sample.created': 'sample',
  'sample.approved': 'sample',
  'sample.rejected': 'sample',
  'sample.shipped': 'sample creator',
  'pixel.verified': 'pixel',
  'conversion.recorded': 'conversion pixel_event submission?',
  'message.created': 'message thread',
  'brand.created': 'brand',
  'creator.created': 'creator',
  'creator.payouts_updated': 'creator',
  'connection.connected': 'connection creator?',
  'connection.disconnected': 'connection creator?',
  'connection.expired': 'connection creator?',
  'ad_authorization.requested': 'ad_authorization submission creator',
  'ad_authorization.granted': 'ad_authorization submission creator',
  'ad_authorization.revoked': 'ad_authorization submission creator',
};

/** Keys that the service adds to those in the specification. */
const ADDED: Record<string, string> = {
  'submission.resubmitted': 'program submission',
  'message.updated': 'message thread',
  'payment.payout_blocked': 'payment creator',
  'pixel.limited': 'pixel',
  'conversion.credited': 'conversion pixel_event submission?',
  'conversion.returned': 'conversion pixel_event submission?',
  'creator_code.flagged': 'creator_code creator program',
  'post.ready_for_review': 'program submission post',
  'post.approved': 'program submission post',
  'post.rejected': 'program submission post',
  'ad_authorization.expiring': 'ad_authorization submission creator',
  'ad_authorization.expired': 'ad_authorization submission creator',
  'ads_plan.submitted': 'ads_plan campaign?',
  'ads_plan.approved': 'ads_plan campaign?',
  'ads_plan.rejected': 'ads_plan campaign?',
  'ads_operation.ended': 'ads_operation ads_plan campaign?',
};

describe('the event catalogue', () => {
  it('has the 50 types of the specification, with its data keys, and those of ours', () => {
    expect(Object.keys(TABLE)).toHaveLength(50);
    const ours = Object.fromEntries(
      Object.entries(EVENT_TYPES).map(([name, { data, optional }]) => [
        name,
        [...data, ...(optional as readonly string[]).map((key) => `${key}?`)].join(' '),
      ]),
    );
    expect(ours).toEqual({ ...TABLE, ...ADDED });
  });

  it.each(EVENT_TYPE_NAMES)('%s: the sample is what the schema says, and nothing else is', (name) => {
    const sample = sampleDelivery(name);
    const schema = deliverySchema(name);
    expect(schema.parse(sample)).toEqual(sample);
    expect(schema.safeParse({ ...sample, data: { ...sample.data, stranger: 'x' } }).success).toBe(false);
    for (const key of EVENT_TYPES[name].data) {
      const { [key]: _, ...rest } = sample.data;
      expect(schema.safeParse({ ...sample, data: rest }).success, key).toBe(false);
      expect(schema.safeParse({ ...sample, data: { ...rest, [key]: 'wrong_1' } }).success, key).toBe(false);
    }
  });

  it('lets a partner find the creator in the data of every type', () => {
    const creator = sampleDelivery('creator.created').data.creator!;
    for (const name of EVENT_TYPE_NAMES) {
      const sample = sampleDelivery(name);
      deliverySchema(name).parse({ ...sample, data: { ...sample.data, creator } });
    }
  });
});
