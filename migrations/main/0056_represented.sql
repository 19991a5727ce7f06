-- A partner asked to represent somebody who then merely applied to it, or took work from it: they work together directly.
-- Represented is who agreed to just that, who took a record over at the partner that keeps it, and whom nobody has claimed.
UPDATE `creator_relationships` SET `relationship` = 'direct', `version` = version + 1
WHERE relationship = 'represented' AND consent IN ('agreed', 'requested')
  AND EXISTS (SELECT 1 FROM accounts t WHERE t.id = account_id AND t.type = 'partner')
  AND COALESCE(creator_yes ->> '$.call', '') NOT IN ('updateRelationship', 'takeOver')
  AND NOT EXISTS (SELECT 1 FROM creators c WHERE c.id = creator_id AND c.managed_by = account_id
    AND (c.claimed_at IS NULL OR creator_yes ->> '$.call' = 'migration'));
--> statement-breakpoint
-- Client brands that such a partner linked were given a yes that the person never said: they have invited, and no more.
UPDATE `creator_relationships` SET `consent` = 'invited', `status` = 'invited', `creator_yes` = NULL, `agreed_at` = NULL,
  `relationship` = 'direct', `consent_version` = consent_version + 1,
  `version` = version + 1 + (SELECT c.version FROM creators c WHERE c.id = creator_id)
WHERE consent = 'agreed' AND source = 'brand_link' AND creator_yes ->> '$.call' = 'updateCreator'
  AND EXISTS (SELECT 1 FROM creator_brands b JOIN creators c ON c.id = b.creator_id AND c.claimed_at IS NOT NULL
    JOIN creator_relationships p ON p.account_id = b.partner_id AND p.creator_id = b.creator_id AND p.relationship = 'direct'
    WHERE b.creator_id = creator_relationships.creator_id AND b.brand_id = creator_relationships.account_id);
--> statement-breakpoint
UPDATE OR REPLACE `creator_programs` SET `status` = 'invited' WHERE EXISTS (SELECT 1 FROM creator_relationships r
  WHERE r.account_id = creator_programs.account_id AND r.creator_id = creator_programs.creator_id AND r.consent = 'invited');
--> statement-breakpoint
-- Whoever has only invited finds by what it wrote itself, and in a listed creator by its name.
DELETE FROM `creator_words` WHERE account_id <> 'network' AND EXISTS (SELECT 1 FROM creator_relationships r
  JOIN creators c ON c.id = r.creator_id WHERE r.account_id = creator_words.account_id AND r.creator_id = creator_words.creator_id
  AND r.consent = 'invited' AND r.source = 'brand_link' AND r.agreed_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM json_each(r.entered_words) e WHERE e.value = creator_words.word)
  AND NOT (c.visibility = 'network' AND EXISTS (SELECT 1 FROM json_each(c.search_words, '$.name') n WHERE n.value = creator_words.word)
    AND NOT EXISTS (SELECT 1 FROM creator_hidden h WHERE h.creator_id = c.id AND h.account_id = r.account_id)));
