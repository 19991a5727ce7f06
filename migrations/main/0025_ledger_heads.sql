CREATE TABLE `ledger_heads` (
	`holder` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
-- Everybody who may hold a ledger, for the reconciliation to look at. How far the ledgers are it finds out.
INSERT OR IGNORE INTO `ledger_heads` (`holder`, `seq`, `hash`, `updated_at`)
SELECT `account_id`, 0, '', 0 FROM `payments` UNION SELECT `creator_id`, 0, '', 0 FROM `payments`
UNION SELECT `partner_id`, 0, '', 0 FROM `payments` WHERE `partner_id` IS NOT NULL
UNION SELECT `service_holder`, 0, '', 0 FROM `payments`;
--> statement-breakpoint
INSERT OR IGNORE INTO `ledger_heads` (`holder`, `seq`, `hash`, `updated_at`)
SELECT `account_id`, 0, '', 0 FROM `charges` UNION SELECT `holder`, 0, '', 0 FROM `withdrawals`
UNION SELECT `service`, 0, '', 0 FROM `withdrawals`;
