ALTER TABLE `payout_accounts` DROP COLUMN `bank`;--> statement-breakpoint
ALTER TABLE `payout_accounts` DROP COLUMN `bank_last4`;--> statement-breakpoint
ALTER TABLE `payout_accounts` DROP COLUMN `instant`;