CREATE TABLE `connections` (
	`id` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`provider` text NOT NULL,
	`status` text NOT NULL,
	`platform_user` text NOT NULL,
	`person_name` text,
	`name` text,
	`handle` text,
	`avatar_url` text,
	`selection` text NOT NULL,
	`currency` text,
	`timezone` text,
	`token` text,
	`refresh_token` text,
	`token_expires_at` integer,
	`last_synced_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `connections_holder` ON `connections` (`holder`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `connections_person` ON `connections` (`holder`,`provider`,`platform_user`);--> statement-breakpoint
CREATE INDEX `connections_platform_user` ON `connections` (`provider`,`platform_user`);--> statement-breakpoint
CREATE INDEX `connections_expiry` ON `connections` (`status`,`token_expires_at`);--> statement-breakpoint
ALTER TABLE `connection_visits` ADD `browser_hash` text;--> statement-breakpoint
ALTER TABLE `connection_visits` ADD `state_hash` text;--> statement-breakpoint
ALTER TABLE `connection_visits` ADD `state_until` integer;--> statement-breakpoint
ALTER TABLE `connection_visits` ADD `outcome` text;--> statement-breakpoint
CREATE INDEX `connection_visits_state` ON `connection_visits` (`state_hash`);