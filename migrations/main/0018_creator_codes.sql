PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_creator_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`program_id` text NOT NULL,
	`kind` text NOT NULL,
	`code` text NOT NULL,
	`key` text NOT NULL,
	`percent` integer,
	`amount` integer,
	`currency` text,
	`status` text NOT NULL,
	`uses` integer DEFAULT 0 NOT NULL,
	`connection_id` text,
	`existing` integer DEFAULT false NOT NULL,
	`discount_id` text,
	`shop_status` text,
	`shop_problem` text,
	`shop_code` text,
	`shop_percent` integer,
	`shop_amount` integer,
	`shop_uses` integer,
	`shop_read_at` integer,
	`to_carry` integer DEFAULT false NOT NULL,
	`due_at` integer,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`flagged_at` integer,
	`answer_by` integer,
	`answer` text,
	`answered_at` integer,
	`note` text,
	`evidence` text,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
-- A code has an ID from now on, and is one whatever its kind.
INSERT INTO `__new_creator_codes`("id", "account_id", "creator_id", "program_id", "kind", "code", "key", "status", "version", "created_at", "updated_at") SELECT 'code_01' || substr(lower(hex(randomblob(13))), 3), "account_id", "creator_id", "program_id", "kind", "code", "code", 'active', 1, "created_at", "created_at" FROM `creator_codes` GROUP BY "account_id", "code";--> statement-breakpoint
DROP TABLE `creator_codes`;--> statement-breakpoint
ALTER TABLE `__new_creator_codes` RENAME TO `creator_codes`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `creator_codes_key` ON `creator_codes` (`account_id`,`key`);--> statement-breakpoint
CREATE INDEX `creator_codes_account` ON `creator_codes` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `creator_codes_creator` ON `creator_codes` (`creator_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `creator_codes_program` ON `creator_codes` (`program_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `creator_codes_due` ON `creator_codes` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `creator_codes_shop` ON `creator_codes` (`connection_id`,`due_at`) WHERE connection_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `creator_codes_unanswered` ON `creator_codes` (`answer_by`) WHERE status = 'flagged';