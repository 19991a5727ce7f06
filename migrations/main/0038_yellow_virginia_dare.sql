CREATE TABLE `thread_instructions` (
	`id` text PRIMARY KEY NOT NULL,
	`thread_id` text NOT NULL,
	`change` text NOT NULL,
	`staff` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `thread_instructions_thread` ON `thread_instructions` (`thread_id`);--> statement-breakpoint
DROP INDEX `threads_waiting`;--> statement-breakpoint
ALTER TABLE `threads` ADD `waiting_since` integer;--> statement-breakpoint
UPDATE `threads` SET `waiting_since` = `active_at` WHERE support_status = 'waiting_on_lucra';--> statement-breakpoint
CREATE INDEX `threads_waiting` ON `threads` (`waiting_since`) WHERE support_status = 'waiting_on_lucra';--> statement-breakpoint
ALTER TABLE `message_reports` ADD `decision` text;--> statement-breakpoint
ALTER TABLE `message_reports` ADD `decided_by` text;--> statement-breakpoint
ALTER TABLE `message_reports` ADD `decided_at` integer;