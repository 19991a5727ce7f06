CREATE TABLE `payout_due` (
	`holder` text NOT NULL,
	`currency` text NOT NULL,
	`noted` integer DEFAULT 1 NOT NULL,
	`noted_at` integer NOT NULL,
	`next_at` integer NOT NULL,
	PRIMARY KEY(`holder`, `currency`)
);
--> statement-breakpoint
CREATE INDEX `payout_due_next` ON `payout_due` (`next_at`);--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`currency` text NOT NULL,
	`day` text NOT NULL,
	`status` text NOT NULL,
	`earnings` integer DEFAULT 0 NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`destination` text,
	`transfer` integer,
	`first_sent_at` integer,
	`failure_reason` text,
	`failure_message` text,
	`paid_at` integer,
	`next_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_holder_day` ON `payouts` (`holder`,`currency`,`day`);--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_open` ON `payouts` (`holder`,`currency`) WHERE status IN ('planned', 'pending');--> statement-breakpoint
CREATE INDEX `payouts_holder_status` ON `payouts` (`holder`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_next` ON `payouts` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `processor_balances` (
	`holder` text NOT NULL,
	`currency` text NOT NULL,
	`cents` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`holder`, `currency`)
);
--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`request_hash` text NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer NOT NULL,
	`currency` text NOT NULL,
	`speed` text NOT NULL,
	`status` text NOT NULL,
	`processor_account` text NOT NULL,
	`service` text NOT NULL,
	`line` text,
	`attempt` integer DEFAULT 1 NOT NULL,
	`first_sent_at` integer,
	`top_up` integer DEFAULT 0 NOT NULL,
	`top_up_amount` integer,
	`top_up_sent_at` integer,
	`processor_payout` text,
	`arrives_at` integer,
	`failure_message` text,
	`next_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_key` ON `withdrawals` (`holder`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_processor` ON `withdrawals` (`processor_payout`) WHERE processor_payout IS NOT NULL;--> statement-breakpoint
CREATE INDEX `withdrawals_holder_status` ON `withdrawals` (`holder`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `withdrawals_next` ON `withdrawals` (`next_at`) WHERE next_at IS NOT NULL;