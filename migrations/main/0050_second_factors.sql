CREATE TABLE `second_factors` (
	`person_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`session_id` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `second_factor_at` integer;