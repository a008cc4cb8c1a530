-- A restricted patient is found by name and number alone by those who may not open the record: never by telephone or another identifier.

-- Whether these digits or letters are of the patient's own number, or of one that was merged into it, as the search reads numbers.
create function is_patient_number(q text, patient integer) returns boolean language sql stable security definer set search_path = public, pg_temp
begin atomic
  select exists (select from patients p where (p.id = patient or p.merged_into = patient) and case
    when q ~ '^\s*[0-9\s]+\s*$' then ltrim(substring(p.unique_id from '([0-9]+)[^0-9]*$'), '0') = ltrim(regexp_replace(q, '[^0-9]', '', 'g'), '0')
      or search_code(p.unique_id) = search_code(q)
    else search_code(p.unique_id) like search_code(q) || '%'
      or (rtrim(search_code(p.unique_id), '0123456789') = rtrim(search_code(q), '0123456789')
        and ltrim(substring(search_code(p.unique_id) from '([0-9]+)$'), '0') = ltrim(substring(search_code(q) from '([0-9]+)$'), '0')) end);
end;
comment on function is_patient_number is 'Whether what was typed is the number of a patient, or of a record that was merged into theirs.';

-- The search over patients as somebody may see it. Words without digits are names, which everybody may find.
create function find_patients(q text, max integer, person integer, at timestamptz)
returns table (patient_id integer, rank real, place bigint) language sql stable security definer rows 25 set search_path = public, pg_temp
begin atomic
  select s.patient_id, s.rank, s.place from search_patients(q, max) with ordinality s(patient_id, rank, place)
  where search_fold(left(q, 200)) !~ '[0-9]'
    or s.patient_id <> all ((select hidden_patients(person, at))::integer[])
    or is_patient_number(q, s.patient_id);
end;
comment on function find_patients is 'The search over patients, without restricted ones who were found by what this person may not see.';
