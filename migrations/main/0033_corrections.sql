CREATE TABLE `corrections` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`holder` text NOT NULL,
	`balance` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`proposed_by` text NOT NULL,
	`approved_by` text,
	`approved_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `corrections_proposed` ON `corrections` (`created_at`) WHERE approved_at IS NULL;