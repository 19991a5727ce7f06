CREATE TABLE `platform_pauses` (
	`connection_id` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `platform_steps` (
	`work_id` text NOT NULL,
	`n` integer NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`after` text NOT NULL,
	`input` text,
	`intent` text NOT NULL,
	`status` text NOT NULL,
	`sent_at` integer,
	`due_at` integer NOT NULL,
	`tries` integer NOT NULL,
	`result` text,
	`error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`work_id`, `n`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `platform_steps_key` ON `platform_steps` (`work_id`,`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `platform_steps_intent` ON `platform_steps` (`intent`);--> statement-breakpoint
CREATE TABLE `platform_works` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`subject` text NOT NULL,
	`connection_id` text NOT NULL,
	`platform` text NOT NULL,
	`status` text NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`lease` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `platform_works_due` ON `platform_works` (`status`,`due_at`);--> statement-breakpoint
CREATE INDEX `platform_works_subject` ON `platform_works` (`subject`,`id`);--> statement-breakpoint
CREATE INDEX `platform_works_connection` ON `platform_works` (`connection_id`,`status`);