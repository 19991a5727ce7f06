ALTER TABLE `ledger_steps` RENAME TO `ledger_instructions`;--> statement-breakpoint
DROP INDEX `ledger_steps_blocked`;--> statement-breakpoint
DROP INDEX `ledger_steps_due`;--> statement-breakpoint
DROP INDEX `ledger_steps_ended`;--> statement-breakpoint
CREATE INDEX `ledger_instructions_blocked` ON `ledger_instructions` (`subject`,`n`) WHERE status = 'open' AND blocked IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ledger_instructions_due` ON `ledger_instructions` (`due_at`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `ledger_instructions_ended` ON `ledger_instructions` (`ended_at`) WHERE status = 'done';