CREATE TABLE `ad_account_facts` (
	`connection_id` text NOT NULL,
	`ad_account` text NOT NULL,
	`budget_floor` integer NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`connection_id`, `ad_account`)
);
--> statement-breakpoint
ALTER TABLE `campaigns` ADD `moves` integer DEFAULT 0 NOT NULL;