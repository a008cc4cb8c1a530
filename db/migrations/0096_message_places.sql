-- Sentences that are kept with their values name the places of the values as the message format does: {name}, where it was {{name}}.
update backups set failure = regexp_replace(failure::text, '\{\{(\w+)\}\}', '{\1}', 'g')::jsonb where failure::text ~ '\{\{\w+\}\}';
update backups set check_failure = regexp_replace(check_failure::text, '\{\{(\w+)\}\}', '{\1}', 'g')::jsonb
  where check_failure::text ~ '\{\{\w+\}\}';
update clinic_exports set failure = regexp_replace(failure::text, '\{\{(\w+)\}\}', '{\1}', 'g')::jsonb where failure::text ~ '\{\{\w+\}\}';
update lab_message_results set reason = regexp_replace(reason, '\{\{(\w+)\}\}', '{\1}', 'g') where reason ~ '\{\{\w+\}\}';
