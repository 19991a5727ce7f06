DROP INDEX `ledger_steps_blocked`;--> statement-breakpoint
CREATE INDEX `ledger_steps_blocked` ON `ledger_steps` (`subject`,`n`) WHERE status = 'open' AND blocked IS NOT NULL;