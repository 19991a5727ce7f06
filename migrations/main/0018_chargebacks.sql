CREATE TABLE `chargebacks` (
	`id` text PRIMARY KEY NOT NULL,
	`charge_id` text NOT NULL,
	`intent` text NOT NULL,
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`booked` text NOT NULL,
	`taken` integer NOT NULL,
	`fee` integer NOT NULL,
	`message` text,
	`told` text,
	`next_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `chargebacks_charge` ON `chargebacks` (`charge_id`);--> statement-breakpoint
CREATE INDEX `chargebacks_unpaid` ON `chargebacks` (`account_id`) WHERE status IN ('open', 'lost');--> statement-breakpoint
CREATE INDEX `chargebacks_waiting` ON `chargebacks` (`created_at`) WHERE status IN ('open', 'lost');--> statement-breakpoint
CREATE INDEX `chargebacks_next` ON `chargebacks` (`next_at`) WHERE next_at IS NOT NULL;