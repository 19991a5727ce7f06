CREATE TABLE `creator_contacts` (
	`hash` text NOT NULL,
	`creator_id` text NOT NULL,
	PRIMARY KEY(`hash`, `creator_id`)
);
--> statement-breakpoint
CREATE INDEX `creator_contacts_creator` ON `creator_contacts` (`creator_id`);