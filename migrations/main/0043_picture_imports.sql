CREATE TABLE `picture_imports` (
	`account_id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`requested_by` text NOT NULL,
	`file_id` text,
	`tries` integer NOT NULL,
	`due_at` integer,
	`problem` text
);
--> statement-breakpoint
CREATE INDEX `picture_imports_due` ON `picture_imports` (`due_at`) WHERE due_at IS NOT NULL;