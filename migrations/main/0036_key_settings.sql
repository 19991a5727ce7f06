CREATE TABLE `key_problems` (
	`key_id` text NOT NULL,
	`minute` integer NOT NULL,
	`code` text NOT NULL,
	`route` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key_id`, `minute`, `code`, `route`)
);
--> statement-breakpoint
CREATE INDEX `key_problems_minute` ON `key_problems` (`minute`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `rolled_hash` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `rolled_until` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_rolled` ON `api_keys` (`rolled_hash`) WHERE rolled_hash IS NOT NULL;