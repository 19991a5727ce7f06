CREATE TABLE `message_erasures` (
	`side` text PRIMARY KEY NOT NULL,
	`staff` text NOT NULL,
	`phase` text NOT NULL,
	`thread` text NOT NULL,
	`after` integer NOT NULL,
	`threads` integer NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE TABLE `thread_walks` (
	`kind` text PRIMARY KEY NOT NULL,
	`staff` text NOT NULL,
	`status` text NOT NULL,
	`since` integer NOT NULL,
	`place` text NOT NULL,
	`asked_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `message_reports_thread` ON `message_reports` (`thread_id`);