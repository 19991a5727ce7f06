CREATE TABLE `card_setups` (
	`session` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `cards` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`customer` text NOT NULL,
	`brand` text NOT NULL,
	`last4` text NOT NULL,
	`status` text NOT NULL,
	`given_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cards_on_file` ON `cards` (`account_id`) WHERE status = 'on_file';--> statement-breakpoint
CREATE INDEX `cards_replaced` ON `cards` (`updated_at`) WHERE status = 'replaced';--> statement-breakpoint
CREATE TABLE `processor_customers` (
	`account_id` text PRIMARY KEY NOT NULL,
	`request_key` text NOT NULL,
	`name` text NOT NULL,
	`customer` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `connection_visits` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`holder` text NOT NULL,
	`return_url` text,
	`subject` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `connection_visits_expires` ON `connection_visits` (`expires_at`);--> statement-breakpoint
CREATE TABLE `payout_accounts` (
	`holder` text PRIMARY KEY NOT NULL,
	`request_key` text NOT NULL,
	`email` text,
	`country` text NOT NULL,
	`processor_account` text,
	`currency` text,
	`identity` text NOT NULL,
	`bank` text,
	`bank_last4` text,
	`instant` integer NOT NULL,
	`payouts_enabled` integer NOT NULL,
	`tax_id` text NOT NULL,
	`looks` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_accounts_processor_account_unique` ON `payout_accounts` (`processor_account`);--> statement-breakpoint
CREATE TABLE `processor_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`account` text,
	`object_id` text NOT NULL,
	`object_kind` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`error` text,
	`received_at` integer NOT NULL,
	`handled_at` integer
);
--> statement-breakpoint
CREATE INDEX `processor_events_open` ON `processor_events` (`next_at`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `processor_events_received` ON `processor_events` (`received_at`);