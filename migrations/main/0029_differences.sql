CREATE TABLE `difference_rounds` (
	`part` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`after` text,
	`sums` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `differences` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`details` text NOT NULL,
	`found_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `differences_subject` ON `differences` (`kind`,`subject`);--> statement-breakpoint
CREATE INDEX `differences_open` ON `differences` (`id`) WHERE closed_at IS NULL;