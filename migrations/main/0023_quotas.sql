CREATE TABLE `quota_use` (
	`day` integer NOT NULL,
	`account_id` text NOT NULL,
	`what` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`day`, `account_id`, `what`)
);
--> statement-breakpoint
ALTER TABLE `files` ADD `uploaded_by` text;--> statement-breakpoint
CREATE INDEX `files_open` ON `files` (`uploaded_by`) WHERE status = 'uploading';