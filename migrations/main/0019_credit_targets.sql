CREATE TABLE `credit_targets` (
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`creator_id` text,
	PRIMARY KEY(`account_id`, `kind`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `credit_targets` (`account_id`, `kind`, `key`, `creator_id`) SELECT `account_id`, 'submission', `id`, `creator_id` FROM `submissions` WHERE true ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO `credit_targets` (`account_id`, `kind`, `key`, `creator_id`) SELECT `account_id`, `kind` || '_code', `code`, `creator_id` FROM `creator_codes` WHERE true ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO `credit_targets` (`account_id`, `kind`, `key`, `creator_id`) SELECT `account_id`, 'campaign', `id`, NULL FROM `campaigns` WHERE true ON CONFLICT DO NOTHING;
--> statement-breakpoint
ALTER TABLE `accounts` ADD `creator_count` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE `accounts` SET `creator_count` = (SELECT COUNT(*) FROM `creators` WHERE `creators`.`managed_by` = `accounts`.`id`);
