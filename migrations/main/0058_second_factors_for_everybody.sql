CREATE TABLE `recovery_codes` (
	`person_id` text NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`person_id`, `code_hash`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `sessions` ADD `proved_at` integer;--> statement-breakpoint
ALTER TABLE `second_factors` ADD `removed_at` integer;