CREATE TABLE `archive_denials` (
	`event_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL
);
