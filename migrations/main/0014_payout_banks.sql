ALTER TABLE `payout_accounts` ADD `kind` text DEFAULT 'connected' NOT NULL;--> statement-breakpoint
ALTER TABLE `payout_accounts` ADD `banks` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `kind` text DEFAULT 'connected' NOT NULL;--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `bank` text;--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `delivered_amount` integer;--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `delivered_currency` text;