CREATE TABLE `verified_emails` (
	`email` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`verified_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verified_emails_person` ON `verified_emails` (`person_id`);--> statement-breakpoint
DROP INDEX `creators_email_unique`;--> statement-breakpoint
ALTER TABLE `creators` ADD `person_id` text;--> statement-breakpoint
CREATE INDEX `creators_email` ON `creators` (`email`,`id`);--> statement-breakpoint
CREATE INDEX `creators_person` ON `creators` (`person_id`,`claimed_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `creators_email_unverified` ON `creators` (`managed_by`,`email`) WHERE claimed_at IS NULL;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `id` text;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `consent` text DEFAULT 'invited' NOT NULL;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `account_yes` text;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `creator_yes` text;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `ended` text;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `agreed_at` integer;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `entered_name` text;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `entered_email` text;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `entered_phone` text;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `entered_words` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `consent_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `consent_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `creator_relationships_id` ON `creator_relationships` (`id`);--> statement-breakpoint
CREATE INDEX `creator_relationships_account_consent` ON `creator_relationships` (`account_id`,`consent`,`id`);--> statement-breakpoint
CREATE INDEX `creator_relationships_creator_consent` ON `creator_relationships` (`creator_id`,`consent`,`id`);--> statement-breakpoint
CREATE INDEX `creator_relationships_entered` ON `creator_relationships` (`account_id`,`entered_email`) WHERE entered_email IS NOT NULL;
--> statement-breakpoint
UPDATE `creator_relationships` SET `id` = 'rel_' || substr('0123456789abcdefghjkmnpqrstvwxyz', ((created_at >> 45) & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((created_at >> 40) & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((created_at >> 35) & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((created_at >> 30) & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((created_at >> 25) & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((created_at >> 20) & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((created_at >> 15) & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((created_at >> 10) & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((created_at >> 5) & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((created_at >> 0) & 31) + 1, 1) || lower(hex(randomblob(8)));
--> statement-breakpoint
-- Agreed is what a record of then proves; who was only asked, or made live by the account alone, is invited.
UPDATE `creator_relationships` SET `consent_at` = updated_at, `agreed_at` = CASE WHEN (EXISTS (SELECT 1 FROM creators c WHERE c.id = creator_relationships.creator_id
      AND c.managed_by = creator_relationships.account_id)
    OR EXISTS (SELECT 1 FROM creators c JOIN creator_brands b ON b.creator_id = c.id AND b.partner_id = c.managed_by
      WHERE c.id = creator_relationships.creator_id AND b.brand_id = creator_relationships.account_id)
    OR EXISTS (SELECT 1 FROM applications a WHERE a.creator_id = creator_relationships.creator_id
      AND a.account_id = creator_relationships.account_id AND a.invited_at IS NULL
      AND (a.status = 'approved' OR (a.status = 'rejected' AND a.removed = 1)))
    OR EXISTS (SELECT 1 FROM agreement_acceptances x WHERE x.creator_id = creator_relationships.creator_id
      AND x.account_id = creator_relationships.account_id)
    OR EXISTS (SELECT 1 FROM retainers t WHERE t.creator_id = creator_relationships.creator_id
      AND t.account_id = creator_relationships.account_id AND t.status IN ('accepted', 'active', 'canceling', 'ended'))
    OR EXISTS (SELECT 1 FROM submissions s WHERE s.creator_id = creator_relationships.creator_id
      AND s.account_id = creator_relationships.account_id)) THEN created_at END, `consent` = CASE
  WHEN status = 'removed' THEN 'ended'
  WHEN (EXISTS (SELECT 1 FROM creators c WHERE c.id = creator_relationships.creator_id
      AND c.managed_by = creator_relationships.account_id)
    OR EXISTS (SELECT 1 FROM creators c JOIN creator_brands b ON b.creator_id = c.id AND b.partner_id = c.managed_by
      WHERE c.id = creator_relationships.creator_id AND b.brand_id = creator_relationships.account_id)
    OR EXISTS (SELECT 1 FROM applications a WHERE a.creator_id = creator_relationships.creator_id
      AND a.account_id = creator_relationships.account_id AND a.invited_at IS NULL
      AND (a.status = 'approved' OR (a.status = 'rejected' AND a.removed = 1)))
    OR EXISTS (SELECT 1 FROM agreement_acceptances x WHERE x.creator_id = creator_relationships.creator_id
      AND x.account_id = creator_relationships.account_id)
    OR EXISTS (SELECT 1 FROM retainers t WHERE t.creator_id = creator_relationships.creator_id
      AND t.account_id = creator_relationships.account_id AND t.status IN ('accepted', 'active', 'canceling', 'ended'))
    OR EXISTS (SELECT 1 FROM submissions s WHERE s.creator_id = creator_relationships.creator_id
      AND s.account_id = creator_relationships.account_id)) THEN 'agreed'
  WHEN EXISTS (SELECT 1 FROM applications a WHERE a.creator_id = creator_relationships.creator_id
    AND a.account_id = creator_relationships.account_id AND a.invited_at IS NULL AND a.status IN ('pending', 'approved', 'rejected')) THEN CASE status WHEN 'review' THEN 'requested' ELSE 'agreed' END
  WHEN status = 'review' THEN 'ended'
  ELSE 'invited' END;
--> statement-breakpoint
UPDATE `creator_relationships` SET
  `agreed_at` = CASE consent WHEN 'agreed' THEN created_at ELSE agreed_at END,
  `account_yes` = CASE WHEN consent IN ('agreed', 'invited') THEN json_object('by', 'migration', 'at', created_at, 'call', 'migration') END,
  `creator_yes` = CASE WHEN consent IN ('agreed', 'requested') THEN json_object('by', 'migration', 'at', created_at, 'call', 'migration') END,
  `ended` = CASE consent WHEN 'ended' THEN json_object('by', 'migration', 'at', updated_at, 'call', 'migration', 'side', 'account') END,
  `status` = CASE consent WHEN 'invited' THEN 'invited' WHEN 'requested' THEN 'review' WHEN 'ended' THEN 'removed'
    ELSE CASE status WHEN 'paused' THEN 'paused' ELSE 'live' END END;
--> statement-breakpoint
-- Versions only ever grow for a reader: who no longer sees the creator's own falls back on a higher one.
UPDATE `creator_relationships` SET `version` = version + (SELECT c.version FROM creators c WHERE c.id = creator_id)
  WHERE consent <> 'agreed' AND EXISTS (SELECT 1 FROM creators c WHERE c.id = creator_id);
--> statement-breakpoint
-- What a partner did not ask to represent it works with directly; that another partner stands between is told once agreed.
UPDATE `creator_relationships` SET `relationship` = 'direct' WHERE relationship = 'represented' AND (
  (source <> 'added' AND EXISTS (SELECT 1 FROM accounts t WHERE t.id = account_id AND t.type = 'partner'))
  OR (consent <> 'agreed' AND EXISTS (SELECT 1 FROM accounts t WHERE t.id = account_id AND t.type = 'brand')));
--> statement-breakpoint
-- An invitation that a brand took back to pending by itself is an invitation again.
UPDATE `applications` SET `invited` = 1 WHERE status = 'pending' AND invited_at IS NOT NULL;
--> statement-breakpoint
DELETE FROM `creator_hidden` WHERE set_by <> creator_id
  AND set_by NOT IN (SELECT c.managed_by FROM creators c WHERE c.id = creator_id AND c.managed_by IS NOT NULL);
--> statement-breakpoint
UPDATE OR REPLACE `creator_hidden` SET `set_by` = creator_id;
--> statement-breakpoint
UPDATE OR REPLACE `creator_programs` SET `status` = COALESCE((SELECT r.status FROM creator_relationships r
  WHERE r.account_id = creator_programs.account_id AND r.creator_id = creator_programs.creator_id), status);
--> statement-breakpoint
DELETE FROM `creator_words` WHERE account_id <> 'network' AND NOT EXISTS (SELECT 1 FROM creator_relationships r
  WHERE r.account_id = creator_words.account_id AND r.creator_id = creator_words.creator_id AND r.consent = 'agreed');
--> statement-breakpoint
INSERT INTO `creator_words` (`account_id`, `word`, `creator_id`)
  SELECT DISTINCT r.account_id, j.value, r.creator_id FROM creator_relationships r JOIN creators c ON c.id = r.creator_id,
    json_each(c.search_words, '$.name') j
  WHERE r.consent <> 'agreed' AND (r.consent = 'requested' OR r.agreed_at IS NOT NULL OR (c.visibility = 'network'
    AND NOT EXISTS (SELECT 1 FROM creator_hidden h WHERE h.creator_id = c.id AND h.account_id = r.account_id)))
  ON CONFLICT DO NOTHING;
