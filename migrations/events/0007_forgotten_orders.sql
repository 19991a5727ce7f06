CREATE TABLE `forgotten_code_orders` (
	`account_id` text NOT NULL,
	`code` text NOT NULL,
	`orders` integer NOT NULL,
	PRIMARY KEY(`account_id`, `code`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `code_orders_old` ON `code_orders` (`at`);