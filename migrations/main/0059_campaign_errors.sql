-- What failed at a platform is kept with its code: until now it was a sentence.
UPDATE `campaign_platforms` SET `error` = json_object('reason', 'fault', 'message', `error`, 'field', NULL, 'platformCode', NULL)
WHERE `error` IS NOT NULL AND NOT json_valid(`error`);
