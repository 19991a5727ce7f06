DROP INDEX `accruals_cut`;--> statement-breakpoint
CREATE INDEX `accruals_cut_pay` ON `accruals` (`submission_id`,`created_at`,`key`) WHERE state = 'cut' AND amount > 0;--> statement-breakpoint
ALTER TABLE `running_pay` ADD `cut_by_cap` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `running_pay` ADD `cut_by_budget` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `running_pay` ADD `cut_by_either` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Where there is no cap, now or ever, it was the budget.
UPDATE accruals SET cut_by = 'budget' WHERE state = 'cut' AND cut_by IS NULL AND campaign_id = '' AND EXISTS (
  SELECT 1 FROM submissions s JOIN program_pays v ON v.program_id = s.program_id AND v.version = s.pay_version
  WHERE s.id = accruals.submission_id AND CASE WHEN json_type(s.pay_override, '$.cap') IS NULL
    THEN v.pay ->> '$.cap' ELSE s.pay_override ->> '$.cap' END IS NULL);--> statement-breakpoint
UPDATE accruals SET cut_by = 'budget' WHERE state = 'cut' AND cut_by IS NULL AND EXISTS (
  SELECT 1 FROM campaign_pays c WHERE c.campaign_id = accruals.campaign_id AND c.cap IS NULL);--> statement-breakpoint
-- Of a program that nobody ever changed and that has no budget it was the cap. Of the others nobody knows.
UPDATE accruals SET cut_by = 'cap' WHERE state = 'cut' AND cut_by IS NULL AND EXISTS (
  SELECT 1 FROM submissions s JOIN programs p ON p.id = s.program_id
  WHERE s.id = accruals.submission_id AND p.version = 1 AND p.limit_budget IS NULL);--> statement-breakpoint
UPDATE running_pay SET (cut_by_cap, cut_by_budget, cut_by_either) = (
  SELECT coalesce(sum(a.amount) FILTER (WHERE a.cut_by = 'cap'), 0),
    coalesce(sum(a.amount) FILTER (WHERE a.cut_by = 'budget'), 0),
    coalesce(sum(a.amount) FILTER (WHERE a.cut_by IS NULL), 0)
  FROM accruals a WHERE a.submission_id = running_pay.submission_id AND a.source = running_pay.source
    AND a.campaign_id = running_pay.campaign_id AND a.state = 'cut' AND a.amount > 0)
WHERE submission_id IN (SELECT submission_id FROM accruals WHERE state = 'cut' AND amount > 0);
