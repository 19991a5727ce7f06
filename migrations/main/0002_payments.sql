CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`cause` text NOT NULL,
	`account_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`program_id` text,
	`application_id` text,
	`submission_id` text,
	`retainer_id` text,
	`source` text NOT NULL,
	`amount` integer NOT NULL,
	`partner_fee` integer NOT NULL,
	`net` integer NOT NULL,
	`service_fee` integer NOT NULL,
	`currency` text NOT NULL,
	`note` text,
	`partner_id` text,
	`creator_earning_id` text NOT NULL,
	`partner_earning_id` text,
	`service_holder` text NOT NULL,
	`hold_days` integer NOT NULL,
	`status` text NOT NULL,
	`failure_message` text,
	`approved_at` integer,
	`succeeded_at` integer,
	`closed_at` integer,
	`dispute_reason` text,
	`disputed_at` integer,
	`resolved_at` integer,
	`dispute_outcome` text,
	`release_at` integer,
	`released_at` integer,
	`payout_to_note` integer DEFAULT false NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_cause_unique` ON `payments` (`cause`);--> statement-breakpoint
CREATE INDEX `payments_account_status` ON `payments` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `payments_creator_status` ON `payments` (`creator_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `payments_program_status` ON `payments` (`program_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `payments_submission_status` ON `payments` (`submission_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `payments_release` ON `payments` (`release_at`) WHERE status = 'succeeded' AND released_at IS NULL;--> statement-breakpoint
CREATE INDEX `payments_payout` ON `payments` (`id`) WHERE payout_to_note = 1;--> statement-breakpoint
CREATE TABLE `retainers` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`program_id` text,
	`status` text NOT NULL,
	`pay` text NOT NULL,
	`currency` text NOT NULL,
	`deliverables` text,
	`notes` text,
	`starts_at` integer NOT NULL,
	`period` integer DEFAULT 0 NOT NULL,
	`current_period_start_at` integer,
	`current_period_end_at` integer,
	`canceled_at` integer,
	`due_at` integer,
	`last_paid` integer DEFAULT 0 NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `retainers_account_status` ON `retainers` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `retainers_program_status` ON `retainers` (`program_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `retainers_creator_status` ON `retainers` (`creator_id`,`status`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `retainers_running` ON `retainers` (`account_id`,`creator_id`) WHERE status IN ('offered', 'accepted', 'active');--> statement-breakpoint
CREATE INDEX `retainers_open` ON `retainers` (`creator_id`,`account_id`,`id`) WHERE status IN ('offered', 'accepted', 'active', 'canceling');--> statement-breakpoint
CREATE INDEX `retainers_due` ON `retainers` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
DROP INDEX `submissions_pay_due`;--> statement-breakpoint
CREATE INDEX `submissions_program_due` ON `submissions` (`pay_due_at`) WHERE pay_due_at IS NOT NULL AND retainer_id IS NULL;--> statement-breakpoint
CREATE INDEX `submissions_retainer_due` ON `submissions` (`retainer_id`,`pay_due_at`) WHERE pay_due_at IS NOT NULL;--> statement-breakpoint
DROP INDEX `idempotency_keys_created`;--> statement-breakpoint
ALTER TABLE `idempotency_keys` ADD `kept` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`kept`,`created_at`);