CREATE TABLE `message_files` (
	`file_id` text NOT NULL,
	`message_id` text NOT NULL,
	`thread_id` text NOT NULL,
	PRIMARY KEY(`file_id`, `message_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `message_files_message` ON `message_files` (`message_id`,`file_id`);--> statement-breakpoint
CREATE TABLE `message_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`message_id` text NOT NULL,
	`side` text NOT NULL,
	`caller` text NOT NULL,
	`reason` text NOT NULL,
	`note` text,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`shown` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_reports_once` ON `message_reports` (`message_id`,`side`);--> statement-breakpoint
CREATE INDEX `message_reports_open` ON `message_reports` (`id`) WHERE status = 'open';--> statement-breakpoint
CREATE TABLE `message_bars` (
	`side` text PRIMARY KEY NOT NULL,
	`barred_by` text NOT NULL,
	`reason` text NOT NULL,
	`barred_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `thread_messages` (
	`thread_id` text NOT NULL,
	`id` text NOT NULL,
	`sender` text NOT NULL,
	`automated` integer NOT NULL,
	`deleted` integer NOT NULL,
	`version` integer NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`thread_id`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `thread_sides` (
	`thread_id` text NOT NULL,
	`side` text NOT NULL,
	`read_message` text,
	`muted` integer NOT NULL,
	`blocked` integer NOT NULL,
	`unread` integer NOT NULL,
	`stamp` integer NOT NULL,
	PRIMARY KEY(`thread_id`, `side`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `thread_sides_unread` ON `thread_sides` (`side`,`thread_id`) WHERE unread > 0;--> statement-breakpoint
CREATE TABLE `threads` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`account_id` text,
	`creator_id` text,
	`program_id` text,
	`seq` integer DEFAULT 0 NOT NULL,
	`message_count` integer DEFAULT 0 NOT NULL,
	`support_status` text,
	`resolved_at` integer,
	`support_due_at` integer,
	`active_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`last` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `threads_direct` ON `threads` (`account_id`,`creator_id`) WHERE kind = 'direct';--> statement-breakpoint
CREATE UNIQUE INDEX `threads_program` ON `threads` (`program_id`) WHERE program_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `threads_account_support` ON `threads` (`account_id`) WHERE kind = 'support';--> statement-breakpoint
CREATE UNIQUE INDEX `threads_creator_support` ON `threads` (`creator_id`) WHERE kind = 'support';--> statement-breakpoint
CREATE INDEX `threads_account` ON `threads` (`account_id`,`kind`,`active_at`,`id`);--> statement-breakpoint
CREATE INDEX `threads_creator` ON `threads` (`creator_id`,`kind`,`active_at`,`id`);--> statement-breakpoint
CREATE INDEX `threads_waiting` ON `threads` (`active_at`) WHERE support_status = 'waiting_on_lucra';--> statement-breakpoint
CREATE INDEX `threads_due` ON `threads` (`support_due_at`) WHERE support_due_at IS NOT NULL;