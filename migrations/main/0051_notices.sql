CREATE TABLE `notice_mails` (
	`person_id` text NOT NULL,
	`place` text NOT NULL,
	`kind` text NOT NULL,
	`off` integer DEFAULT false NOT NULL,
	`due_at` integer,
	`made_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`person_id`, `place`, `kind`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `notice_mails_due` ON `notice_mails` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `notices` (
	`person_id` text NOT NULL,
	`place` text NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`for_admins` integer NOT NULL,
	`seen_at` integer,
	`mailed` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`person_id`, `place`, `event_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `notices_unseen` ON `notices` (`person_id`,`place`,`for_admins`) WHERE seen_at IS NULL;--> statement-breakpoint
CREATE INDEX `notices_unmailed` ON `notices` (`person_id`,`place`,`kind`) WHERE mailed = 0;--> statement-breakpoint
CREATE INDEX `notices_event` ON `notices` (`event_id`);--> statement-breakpoint
ALTER TABLE `events` ADD `unnoticed` text;--> statement-breakpoint
CREATE INDEX `events_unnoticed` ON `events` (`id`) WHERE unnoticed IS NOT NULL;