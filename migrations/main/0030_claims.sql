CREATE TABLE `detached_payout_accounts` (
	`processor_account` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`held` text NOT NULL,
	`detached_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `creators` ADD `refused_at` integer;