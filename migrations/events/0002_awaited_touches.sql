CREATE TABLE `awaited_touches` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`event_id` text NOT NULL,
	`touched_after` integer NOT NULL,
	`occurred_at` integer NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`account_id`, `key`, `event_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `awaited_touches_until` ON `awaited_touches` (`until`);