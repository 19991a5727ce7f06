CREATE TABLE `factor_requirements` (
	`account_id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`created_at` integer NOT NULL
);
