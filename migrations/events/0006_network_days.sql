CREATE TABLE `network_days` (
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`network` text NOT NULL,
	`events` integer NOT NULL,
	PRIMARY KEY(`account_id`, `day`, `network`)
) WITHOUT ROWID;
