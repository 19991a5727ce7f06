CREATE TABLE `message_digests` (
	`person_id` text PRIMARY KEY NOT NULL,
	`off` integer DEFAULT false NOT NULL,
	`due_at` integer,
	`made_at` integer DEFAULT 0 NOT NULL,
	`made_that_day` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `message_digests_due` ON `message_digests` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `unread_waits` (
	`thread_id` text NOT NULL,
	`side` text NOT NULL,
	`first_message` text NOT NULL,
	`due_at` integer NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`last_message` text,
	PRIMARY KEY(`thread_id`, `side`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `unread_waits_due` ON `unread_waits` (`due_at`);