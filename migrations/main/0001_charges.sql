CREATE TABLE `charge_attempts` (
	`charge_id` text NOT NULL,
	`n` integer NOT NULL,
	`customer` text,
	`card` text,
	`first_sent_at` integer NOT NULL,
	`outcome` text,
	`intent` text,
	`message` text,
	`ended_at` integer,
	PRIMARY KEY(`charge_id`, `n`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `charge_attempts_intent` ON `charge_attempts` (`intent`) WHERE intent IS NOT NULL;--> statement-breakpoint
CREATE TABLE `charge_days` (
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`next_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `currency`)
);
--> statement-breakpoint
CREATE INDEX `charge_days_next` ON `charge_days` (`next_at`);--> statement-breakpoint
CREATE TABLE `charges` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`day` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`round` integer DEFAULT 0 NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`card` text,
	`message` text,
	`next_at` integer,
	`claim` text,
	`intent` text,
	`succeeded_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `charges_account_day` ON `charges` (`account_id`,`currency`,`day`);--> statement-breakpoint
CREATE INDEX `charges_account_status` ON `charges` (`account_id`,`status`);--> statement-breakpoint
CREATE INDEX `charges_next` ON `charges` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `dues` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`application_id` text,
	`due_at` integer NOT NULL,
	`charge_id` text,
	`status` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dues_open` ON `dues` (`account_id`,`currency`,`due_at`,`id`) WHERE charge_id IS NULL;--> statement-breakpoint
CREATE INDEX `dues_charge` ON `dues` (`charge_id`,`status`);--> statement-breakpoint
CREATE INDEX `dues_past` ON `dues` (`application_id`) WHERE status = 'failed';--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text,
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`charge_id` text,
	`status` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`first_sent_at` integer,
	`message` text,
	`next_at` integer,
	`claim` text,
	`processor_refund` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_payment` ON `refunds` (`payment_id`) WHERE payment_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_processor` ON `refunds` (`processor_refund`) WHERE processor_refund IS NOT NULL;--> statement-breakpoint
CREATE INDEX `refunds_next` ON `refunds` (`next_at`) WHERE next_at IS NOT NULL;