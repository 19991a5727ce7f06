CREATE TABLE `beacon_days` (
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`events` integer NOT NULL,
	PRIMARY KEY(`account_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `pixel_rejections` (
	`pixel_id` text NOT NULL,
	`hour` integer NOT NULL,
	`origin` text NOT NULL,
	`reason` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`pixel_id`, `hour`, `origin`, `reason`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `pixel_rejections_hour` ON `pixel_rejections` (`hour`);--> statement-breakpoint
CREATE TABLE `rejection_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`added_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `rejection_messages_at` ON `rejection_messages` (`added_at`);