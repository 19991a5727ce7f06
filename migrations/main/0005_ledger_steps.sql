CREATE TABLE `ledger_steps` (
	`subject` text NOT NULL,
	`n` integer NOT NULL,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`ended` text,
	`blocked` text,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`subject`, `n`)
);
--> statement-breakpoint
CREATE INDEX `ledger_steps_due` ON `ledger_steps` (`due_at`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `ledger_steps_ended` ON `ledger_steps` (`ended_at`) WHERE status = 'done';