CREATE TABLE `lane_runs` (
	`lane` text PRIMARY KEY NOT NULL,
	`ran_at` integer NOT NULL
);
