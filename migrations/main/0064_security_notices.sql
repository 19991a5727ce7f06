CREATE TABLE `agreement_news` (
	`agreement_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`cursor` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `payout_due` ADD `needed_at` integer;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `webhook_failing_since` integer;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `webhook_failing_told` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `api_keys_failing` ON `api_keys` (`webhook_failing_since`) WHERE webhook_failing_told = 0 AND webhook_failing_since IS NOT NULL;