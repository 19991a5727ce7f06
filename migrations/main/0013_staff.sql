CREATE TABLE `refund_rounds` (
	`id` integer PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`after` text
);
--> statement-breakpoint
CREATE TABLE `staff_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`staff` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`reason` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_actions_subject` ON `staff_actions` (`subject`,`id`);--> statement-breakpoint
CREATE INDEX `staff_actions_staff` ON `staff_actions` (`staff`,`id`);--> statement-breakpoint
ALTER TABLE `refunds` ADD `decided_at` integer;--> statement-breakpoint
CREATE INDEX `refunds_to_decide` ON `refunds` (`id`) WHERE status IN ('review', 'outside', 'returned') AND decided_at IS NULL;--> statement-breakpoint
CREATE INDEX `charges_review` ON `charges` (`id`) WHERE status = 'review';--> statement-breakpoint
CREATE INDEX `ledger_steps_blocked` ON `ledger_steps` (`created_at`) WHERE status = 'open' AND blocked IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_to_resolve` ON `payments` (`disputed_at`) WHERE status = 'disputed' AND closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `processor_events_failed` ON `processor_events` (`received_at`) WHERE status = 'failed';