CREATE TABLE `embed_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`key_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`component` text NOT NULL,
	`features` text NOT NULL,
	`origin` text NOT NULL,
	`locale` text,
	`secret_hash` text NOT NULL,
	`secret_until` integer NOT NULL,
	`token_hash` text,
	`token_until` integer,
	`opened_at` integer,
	`opened_with` text,
	`ended_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `embed_sessions_secret` ON `embed_sessions` (`secret_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `embed_sessions_token` ON `embed_sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `embed_sessions_account` ON `embed_sessions` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `embed_sessions_creator` ON `embed_sessions` (`account_id`,`creator_id`,`id`);