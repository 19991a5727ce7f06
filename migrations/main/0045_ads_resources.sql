CREATE TABLE `ads_resources` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`resource_kind` text NOT NULL,
	`platform` text NOT NULL,
	`campaign_id` text,
	`parent_id` text,
	`local_id` text NOT NULL,
	`task_id` text,
	`step_n` integer,
	`sync_state` text NOT NULL,
	`set_name` text,
	`set_status` text,
	`set_budget` text,
	`drift` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ads_resources_account` ON `ads_resources` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `ads_resources_platform` ON `ads_resources` (`account_id`,`platform`,`id`);--> statement-breakpoint
CREATE INDEX `ads_resources_kind` ON `ads_resources` (`account_id`,`resource_kind`,`platform`,`id`);--> statement-breakpoint
CREATE INDEX `ads_resources_state` ON `ads_resources` (`account_id`,`sync_state`,`resource_kind`,`platform`,`id`);--> statement-breakpoint
CREATE INDEX `ads_resources_campaign` ON `ads_resources` (`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `ads_resources_parent` ON `ads_resources` (`parent_id`,`id`);--> statement-breakpoint
ALTER TABLE `platform_steps` ADD `about` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `platform_steps_about` ON `platform_steps` (`about`,`task_id`,`n`);--> statement-breakpoint
-- Keys of steps end with the record that they are about, or name none: then it is the task's subject.
UPDATE platform_steps SET about = CASE WHEN instr(key, ' ') > 0 THEN substr(key, instr(key, ' ') + 1)
  ELSE (SELECT t.subject FROM platform_tasks t WHERE t.id = platform_steps.task_id) END;--> statement-breakpoint
-- Everything that exists, by the same rules as src/domains/ads/resources/object-store.ts.
INSERT INTO ads_resources (id, account_id, resource_kind, platform, campaign_id, parent_id, local_id,
      task_id, step_n, sync_state, drift, updated_at)
    SELECT o.id, o.account, o.kind, o.platform, o.campaign, o.parent, o.local, o.task, o.n, CASE
  WHEN o.status = 'deleted' THEN 'deleted'
  WHEN o.work = 3 THEN 'syncing'
  WHEN o.work = 2 THEN 'waiting_provider'
  WHEN o.work = 1 THEN 'queued'
  WHEN o.failed THEN 'failed'
  WHEN o.provider IS NULL THEN 'local_only'
  WHEN o.status = 'archived' THEN 'deleted'
  ELSE 'synced' END, '[]', CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM (SELECT 'res_' || substr(r.id, instr(r.id, '_') + 1) AS id, r.holder AS account, 'account' AS kind, r.provider AS platform,
        NULL AS campaign, NULL AS parent, r.id AS local, NULL AS task, NULL AS n,
        CASE r.status WHEN 'disconnected' THEN 'deleted' ELSE r.status END AS status,
        COALESCE(r.selection ->> 'adAccountId', r.selection ->> 'advertiserId') AS provider, 0 AS work,
        r.status = 'expired' AS failed
      FROM connections r WHERE r.provider IN ('meta', 'tiktok', 'google', 'snapchat') AND r.holder LIKE 'acct!_%' ESCAPE '!') o;--> statement-breakpoint
INSERT INTO ads_resources (id, account_id, resource_kind, platform, campaign_id, parent_id, local_id,
      task_id, step_n, sync_state, drift, updated_at)
    SELECT o.id, o.account, o.kind, o.platform, o.campaign, o.parent, o.local, o.task, o.n, CASE
  WHEN o.status = 'deleted' THEN 'deleted'
  WHEN o.work = 3 THEN 'syncing'
  WHEN o.work = 2 THEN 'waiting_provider'
  WHEN o.work = 1 THEN 'queued'
  WHEN o.failed THEN 'failed'
  WHEN o.provider IS NULL THEN 'local_only'
  WHEN o.status = 'archived' THEN 'deleted'
  ELSE 'synced' END, '[]', CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM (SELECT substr('res_' || substr(r.campaign_id, instr(r.campaign_id, '_') + 1), 1, 26) || substr(r.platform, 1, 4) AS id, r.account_id AS account,
        'campaign' AS kind, r.platform, r.campaign_id AS campaign, 'res_' || substr(r.connection_id, instr(r.connection_id, '_') + 1) AS parent,
        r.campaign_id AS local, NULL AS task, NULL AS n, r.status, r.platform_id AS provider,
  (SELECT MAX(CASE
  WHEN s.sent_at IS NULL THEN CASE WHEN s.kind = 'video_ready' AND s.due_at > 0 THEN 2 ELSE 1 END
  WHEN s.due_at > s.sent_at THEN 2 ELSE 3 END) FROM platform_steps s JOIN platform_tasks t ON t.id = s.task_id WHERE s.about = r.campaign_id AND t.platform = r.platform
    AND s.status = 'planned' AND t.status = 'open') AS work,
  (SELECT s.status IN ('failed', 'planned') FROM platform_steps s JOIN platform_tasks t ON t.id = s.task_id WHERE s.about = r.campaign_id
    AND t.platform = r.platform AND t.status <> 'cancelled' ORDER BY s.task_id DESC, s.n DESC LIMIT 1) AS failed
      FROM campaign_platforms r) o;--> statement-breakpoint
INSERT INTO ads_resources (id, account_id, resource_kind, platform, campaign_id, parent_id, local_id,
      task_id, step_n, sync_state, drift, updated_at)
    SELECT o.id, o.account, o.kind, o.platform, o.campaign, o.parent, o.local, o.task, o.n, CASE
  WHEN o.status = 'deleted' THEN 'deleted'
  WHEN o.work = 3 THEN 'syncing'
  WHEN o.work = 2 THEN 'waiting_provider'
  WHEN o.work = 1 THEN 'queued'
  WHEN o.failed THEN 'failed'
  WHEN o.provider IS NULL THEN 'local_only'
  WHEN o.status = 'archived' THEN 'deleted'
  ELSE 'synced' END, '[]', CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM (SELECT 'res_' || substr(r.id, instr(r.id, '_') + 1) AS id, r.account_id AS account, 'delivery_group' AS kind, r.platform, r.campaign_id AS campaign,
      CASE WHEN r.campaign_id IS NULL THEN 'res_' || substr(r.connection_id, instr(r.connection_id, '_') + 1)
    ELSE substr('res_' || substr(r.campaign_id, instr(r.campaign_id, '_') + 1), 1, 26) || substr(r.platform, 1, 4) END AS parent, r.id AS local, NULL AS task, NULL AS n,
      CASE WHEN p.status = 'archived' AND r.status <> 'deleted' THEN 'archived' ELSE r.status END AS status,
      r.platform_id AS provider, 
  (SELECT MAX(CASE
  WHEN s.sent_at IS NULL THEN CASE WHEN s.kind = 'video_ready' AND s.due_at > 0 THEN 2 ELSE 1 END
  WHEN s.due_at > s.sent_at THEN 2 ELSE 3 END) FROM platform_steps s JOIN platform_tasks t ON t.id = s.task_id WHERE s.about = r.id AND t.platform = r.platform
    AND s.status = 'planned' AND t.status = 'open') AS work,
  (SELECT s.status IN ('failed', 'planned') FROM platform_steps s JOIN platform_tasks t ON t.id = s.task_id WHERE s.about = r.id
    AND t.platform = r.platform AND t.status <> 'cancelled' ORDER BY s.task_id DESC, s.n DESC LIMIT 1) AS failed
    FROM ad_sets r LEFT JOIN campaign_platforms p
      ON p.campaign_id = r.campaign_id AND p.platform = r.platform) o;--> statement-breakpoint
INSERT INTO ads_resources (id, account_id, resource_kind, platform, campaign_id, parent_id, local_id,
      task_id, step_n, sync_state, drift, updated_at)
    SELECT o.id, o.account, o.kind, o.platform, o.campaign, o.parent, o.local, o.task, o.n, CASE
  WHEN o.status = 'deleted' THEN 'deleted'
  WHEN o.work = 3 THEN 'syncing'
  WHEN o.work = 2 THEN 'waiting_provider'
  WHEN o.work = 1 THEN 'queued'
  WHEN o.failed THEN 'failed'
  WHEN o.provider IS NULL THEN 'local_only'
  WHEN o.status = 'archived' THEN 'deleted'
  ELSE 'synced' END, '[]', CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM (SELECT 'res_' || substr(r.id, instr(r.id, '_') + 1) AS id, r.account_id AS account, 'ad' AS kind, r.platform, r.campaign_id AS campaign,
      'res_' || substr(r.ad_set_id, instr(r.ad_set_id, '_') + 1) AS parent, r.id AS local, NULL AS task, NULL AS n,
      CASE WHEN p.status = 'archived' AND r.status <> 'deleted' THEN 'archived' ELSE r.status END AS status,
      r.platform_id AS provider, 
  (SELECT MAX(CASE
  WHEN s.sent_at IS NULL THEN CASE WHEN s.kind = 'video_ready' AND s.due_at > 0 THEN 2 ELSE 1 END
  WHEN s.due_at > s.sent_at THEN 2 ELSE 3 END) FROM platform_steps s JOIN platform_tasks t ON t.id = s.task_id WHERE s.about = r.id AND t.platform = r.platform
    AND s.status = 'planned' AND t.status = 'open') AS work,
  (SELECT s.status IN ('failed', 'planned') FROM platform_steps s JOIN platform_tasks t ON t.id = s.task_id WHERE s.about = r.id
    AND t.platform = r.platform AND t.status <> 'cancelled' ORDER BY s.task_id DESC, s.n DESC LIMIT 1) AS failed
    FROM ads r LEFT JOIN campaign_platforms p
      ON p.campaign_id = r.campaign_id AND p.platform = r.platform) o;--> statement-breakpoint
INSERT INTO ads_resources (id, account_id, resource_kind, platform, campaign_id, parent_id, local_id,
      task_id, step_n, sync_state, drift, updated_at)
    SELECT o.id, o.account, o.kind, o.platform, o.campaign, o.parent, o.local, o.task, o.n, CASE
  WHEN o.status = 'deleted' THEN 'deleted'
  WHEN o.work = 3 THEN 'syncing'
  WHEN o.work = 2 THEN 'waiting_provider'
  WHEN o.work = 1 THEN 'queued'
  WHEN o.failed THEN 'failed'
  WHEN o.provider IS NULL THEN 'local_only'
  WHEN o.status = 'archived' THEN 'deleted'
  ELSE 'synced' END, '[]', CAST(unixepoch('subsec') * 1000 AS INTEGER)
    FROM (SELECT substr('res_' || substr(r.task_id, instr(r.task_id, '_') + 1), 1, 27) || printf('%03d', r.n) AS id, c.holder AS account,
        CASE r.kind WHEN 'creative' THEN 'creative' ELSE 'media' END AS kind, c.provider AS platform,
        CASE WHEN k.subject LIKE 'camp!_%' ESCAPE '!' THEN k.subject END AS campaign, 'res_' || substr(c.id, instr(c.id, '_') + 1) AS parent,
        r.about AS local, r.task_id AS task, r.n, NULL AS status, r.result AS provider,
        (SELECT MAX(CASE
  WHEN s.sent_at IS NULL THEN CASE WHEN s.kind = 'video_ready' AND s.due_at > 0 THEN 2 ELSE 1 END
  WHEN s.due_at > s.sent_at THEN 2 ELSE 3 END) FROM platform_steps s WHERE s.task_id = r.task_id AND s.about = r.about
          AND s.status = 'planned' AND k.status = 'open') AS work,
        EXISTS (SELECT 1 FROM platform_steps s WHERE s.task_id = r.task_id AND s.about = r.about
          AND k.status <> 'cancelled' AND s.status IN ('failed', 'planned')) AS failed
      FROM platform_steps r JOIN platform_tasks k ON k.id = r.task_id JOIN connections c ON c.id = k.connection_id
      WHERE r.kind IN ('video', 'image', 'creative')) o;--> statement-breakpoint
-- What was last set there is taken to be what is there now. Nothing is said of statuses that a parent may have caused.
UPDATE ads_resources SET set_name = r.name, set_status = CASE r.status WHEN 'active' THEN 'active' END, set_budget = r.budget
FROM ad_sets r WHERE resource_kind = 'delivery_group' AND local_id = r.id AND r.source = 'service' AND r.platform_id IS NOT NULL;--> statement-breakpoint
UPDATE ads_resources SET set_name = r.name, set_status = CASE r.status WHEN 'active' THEN 'active' END
FROM ads r WHERE resource_kind = 'ad' AND local_id = r.id AND r.source = 'service' AND r.platform_id IS NOT NULL;--> statement-breakpoint
UPDATE ads_resources SET set_name = c.name, set_status = CASE WHEN r.status IN ('live', 'in_review') THEN 'active' END
FROM campaign_platforms r JOIN campaigns c ON c.id = r.campaign_id WHERE resource_kind = 'campaign' AND local_id = r.campaign_id
  AND ads_resources.platform = r.platform AND r.platform_id IS NOT NULL;
