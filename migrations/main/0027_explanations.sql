CREATE TABLE `period_payments` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`base` integer NOT NULL,
	`work` text NOT NULL,
	`each` integer NOT NULL,
	`cap` integer,
	`cut_by_cap` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `payments` ADD `take_bps` integer;--> statement-breakpoint
CREATE INDEX `accruals_cut` ON `accruals` (`submission_id`,`source`) WHERE state = 'cut';