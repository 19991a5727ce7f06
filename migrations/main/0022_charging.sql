DROP INDEX `charges_account_day`;--> statement-breakpoint
DROP INDEX `charges_account_status`;--> statement-breakpoint
ALTER TABLE `charges` ADD `nth` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `charges` ADD `refused` text;--> statement-breakpoint
CREATE UNIQUE INDEX `charges_account_day` ON `charges` (`account_id`,`currency`,`day`,`nth`);--> statement-breakpoint
CREATE INDEX `charges_account_status` ON `charges` (`account_id`,`status`,`id`);--> statement-breakpoint
ALTER TABLE `payments` ADD `payout_problem` text;--> statement-breakpoint
CREATE INDEX `payments_payout_problem` ON `payments` (`creator_id`,`currency`) WHERE payout_problem IS NOT NULL;