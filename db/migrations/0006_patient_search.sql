-- Search of patients: schema. Runs as the owner of the database (pg_trgm, unaccent, fuzzystrmatch are trusted extensions). PostgreSQL 15 to 18.

-- The letters and digits of an identifier, lower case: 'AB 123-456' = 'ab123456'.
create function search_code(value text) returns text
language sql immutable strict parallel safe as $$ select replace(public.search_fold(value), ' ', '') $$;

-- How a word sounds, roughly (Mohamed = Muhammad, Kathryn = Catherine, Otieno = Otyeno). Null when it has no Latin letters.
create function search_sound(word text) returns text
language sql immutable strict parallel safe as $$
  select nullif(public.dmetaphone(regexp_replace(word, '[^a-z]+', '', 'g')), '')
$$;

-- The word itself and the word with each one letter left out: two words that share a form differ by one slip of the finger.
create function search_slips(word text) returns text[]
language sql immutable strict parallel safe as $$
  select array_agg(distinct left(word, i - 1) || substr(word, i + 1)) || word from generate_series(1, length(word)) i
$$;

-- One row for each thing that a patient can be found by. The deactivated have none: they would stand in the way of those who are found.
--   n  a word of the name                       wanjiku
--   p  first three letters of two of the words, in alphabetical order     kam wan
--   f  the last nine digits of a telephone      712345678
--   r  the same backwards, for 'ends with'        876543217
--   i  an identifier or number as a whole       k00123
--   c  the digits at a number's end, no leading zeros    123
create table patient_search_keys (
  kind "char" not null,
  key text collate "C" not null,
  patient_id integer not null,
  -- The whole name in n and p rows, so that a search of several words is decided inside the index; null in the others.
  name text collate "C",
  primary key (kind, key, patient_id) include (name)
);
-- Names that begin with two letters, the newest patient first.
create index patient_search_keys_start on patient_search_keys ("left"(key, 2), patient_id) include (key, name) where kind = 'n';

-- Every word that occurs in a name, once; never deleted.
create table search_words (
  word text collate "C" primary key,
  sound text collate "C"
);
create index search_words_sound on search_words (sound);
create table search_word_slips (
  slip text collate "C" not null,
  word text collate "C" not null,
  primary key (slip, word)
);
-- These tables grow at their ends only through inserts: keep index-only scans fresh and statistics sane.
alter table patient_search_keys set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- The words of a person's names in the form above; a double name counts in both spellings (Anne-Marie: anne marie annemarie).
-- At most 300 letters, because it is part of index rows.
create function search_name_of(first_name text, second_name text, other_names text) returns text
language sql immutable parallel safe as $$
  select rtrim(left(public.search_fold(n || case when position('-' in n) > 0 then ' ' || replace(n, '-', '') else '' end), 300))
  from (select coalesce(first_name, '') || ' ' || coalesce(second_name, '') || ' ' || coalesce(other_names, '')) x(n)
$$;

-- Generated, so it can never disagree with the names. The search filters and ranks by it.
alter table patients add column search_name text generated always as (public.search_name_of(first_name, second_name, other_names)) stored;

-- The keys of one patient, from plain values; the first letter of each is its kind. No duplicates.
create function search_keys_of(search_name text, numbers text[], phones text[]) returns text[]
language plpgsql immutable parallel safe as $$
declare
  keys text[] := '{}';
  words text[] := string_to_array(search_name, ' ');
  seen text[] := '{}';
  w text;
  k text;
begin
  for i in 1 .. coalesce(cardinality(words), 0) loop
    w := left(words[i], 40);
    continue when w = '' or w = any (seen);
    exit when cardinality(seen) = 12;
    keys := keys || ('n' || w);
    foreach k in array seen loop
      keys := keys || ('p' || least(left(w, 3) collate "C", left(k, 3) collate "C") || ' ' || greatest(left(w, 3) collate "C", left(k, 3) collate "C"));
    end loop;
    seen := seen || w;
  end loop;
  for i in 1 .. coalesce(cardinality(numbers), 0) loop
    k := left(public.search_code(numbers[i]), 60);
    continue when k is null or k = '';
    keys := keys || ('i' || k);
    if numbers[i] !~ '^[1-9][0-9]*$' and numbers[i] ~ '[1-9][0-9]*[^0-9]*$' then
      keys := keys || ('c' || left(ltrim(substring(numbers[i] from '([0-9]+)[^0-9]*$'), '0'), 20));
    end if;
  end loop;
  for i in 1 .. coalesce(cardinality(phones), 0) loop
    k := right(regexp_replace(phones[i], '[^0-9]', '', 'g'), 9);
    if length(k) > 2 then keys := keys || ('f' || ltrim(k, '0')) || ('r' || reverse(ltrim(k, '0'))); end if;
  end loop;
  return array(select distinct u.k from unnest(keys) u(k));
end $$;

-- Makes the words of a name known for other spellings and slips. Almost always nothing is new and nothing is written.
create function learn_search_words(search_name text) returns void
language sql as $$
  with fresh as (
    insert into search_words (word, sound)
    select w, search_sound(w) from (select distinct left(w, 40) collate "C" as w from unnest(string_to_array(search_name, ' ')) w where length(w) > 1) x
    where not exists (select from search_words s where s.word = x.w) order by w
    on conflict do nothing returning word
  )
  insert into search_word_slips (slip, word) select unnest(search_slips(word)), word from fresh where length(word) > 3 on conflict do nothing
$$;

-- The same with the identifiers and telephones that are kept beside the patient.
create function all_search_keys_of(patient integer, search_name text, unique_id text, phone text) returns text[]
language sql stable as $$
  select search_keys_of(search_name, unique_id || array(select i.value from patient_identifiers i where i.patient_id = patient),
    phone || array(select c.tel_no from contact_details c where c.patient_id = patient))
$$;

-- Takes away those of these keys that nothing of the patient backs any more, and adds what is missing. `for update` waits for transactions that are
-- adding a detail (their foreign key holds the row), so it sees their rows; they in turn wait for this one before their keys are added.
create function replace_patient_search_keys(patient integer, old_keys text[]) returns void
language plpgsql as $$
declare
  p record;
  keys text[];
begin
  select x.search_name, x.unique_id, x.phone, x.deactivated_at into p from patients x where x.id = patient for update;
  if not found then return; end if;
  keys := case when p.deactivated_at is null then all_search_keys_of(patient, p.search_name, p.unique_id, p.phone) else '{}' end;
  delete from patient_search_keys k using unnest(old_keys) o
    where o <> all (keys) and k.kind = left(o, 1)::"char" and k.key = substr(o, 2) and k.patient_id = patient;
  insert into patient_search_keys as k (kind, key, patient_id, name)
    select left(u, 1)::"char", substr(u, 2), patient, case when left(u, 1) in ('n', 'p') then p.search_name end from unnest(keys) u
    on conflict (kind, key, patient_id) do update set name = excluded.name where k.name is distinct from excluded.name;
  perform learn_search_words(p.search_name);
end $$;

create function patients_search_insert() returns trigger language plpgsql as $$
begin
  insert into patient_search_keys (kind, key, patient_id, name)
    select left(u, 1)::"char", substr(u, 2), new.id, case when left(u, 1) in ('n', 'p') then new.search_name end
    from unnest(search_keys_of(new.search_name, array[new.unique_id], array[new.phone])) u;
  perform learn_search_words(new.search_name);
  return null;
end $$;
create trigger patients_search_insert after insert on patients for each row
  when (new.deactivated_at is null) execute function patients_search_insert();

create function patients_search_update() returns trigger language plpgsql as $$
begin
  perform replace_patient_search_keys(new.id, case when new.deactivated_at is null
    then search_keys_of(old.search_name, array[old.unique_id], array[old.phone])
    else all_search_keys_of(new.id, old.search_name, old.unique_id, old.phone) end);
  return null;
end $$;
create trigger patients_search_update after update on patients for each row
  when ((old.first_name, old.second_name, old.other_names, old.unique_id, old.phone, old.deactivated_at) is distinct from
    (new.first_name, new.second_name, new.other_names, new.unique_id, new.phone, new.deactivated_at))
  execute function patients_search_update();

-- Telephones and identifiers: a new one only adds its keys. The name of the trigger sorts after the foreign key's own, which must wait first.
create function contact_details_search() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.patient_id is not null then
    perform replace_patient_search_keys(old.patient_id, search_keys_of(null, null, array[old.tel_no]));
  end if;
  if tg_op <> 'DELETE' and new.patient_id is not null and new.tel_no is not null then
    insert into patient_search_keys (kind, key, patient_id)
      select left(u, 1)::"char", substr(u, 2), new.patient_id from unnest(search_keys_of(null, null, array[new.tel_no])) u on conflict do nothing;
  end if;
  return null;
end $$;
create trigger contact_details_search_insert after insert on contact_details for each row
  when (new.patient_id is not null and new.tel_no is not null) execute function contact_details_search();
create trigger contact_details_search_update after update on contact_details for each row
  when ((old.patient_id, old.tel_no) is distinct from (new.patient_id, new.tel_no)) execute function contact_details_search();
create trigger contact_details_search_delete after delete on contact_details for each row execute function contact_details_search();

create function patient_identifiers_search() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform replace_patient_search_keys(old.patient_id, search_keys_of(null, array[old.value], null));
  end if;
  if tg_op <> 'DELETE' then
    insert into patient_search_keys (kind, key, patient_id)
      select left(u, 1)::"char", substr(u, 2), new.patient_id from unnest(search_keys_of(null, array[new.value], null)) u on conflict do nothing;
  end if;
  return null;
end $$;
create trigger patient_identifiers_search_insert after insert on patient_identifiers for each row execute function patient_identifiers_search();
create trigger patient_identifiers_search_update after update on patient_identifiers for each row
  when ((old.patient_id, old.value) is distinct from (new.patient_id, new.value)) execute function patient_identifiers_search();
create trigger patient_identifiers_search_delete after delete on patient_identifiers for each row execute function patient_identifiers_search();

-- Builds everything anew: after a bulk load without triggers or when a rule above changes.
create procedure rebuild_patient_search() language sql as $$
  truncate patient_search_keys, search_words, search_word_slips;
  insert into patient_search_keys (kind, key, patient_id, name)
  select left(k, 1)::"char", substr(k, 2), p.id, case when left(k, 1) in ('n', 'p') then p.search_name end from patients p
  left join (select patient_id, array_agg(value) v from patient_identifiers group by 1) i on i.patient_id = p.id
  left join (select patient_id, array_agg(tel_no) v from contact_details where patient_id is not null group by 1) c on c.patient_id = p.id
  cross join lateral unnest(search_keys_of(p.search_name, p.unique_id || i.v, p.phone || c.v)) k
  where p.deactivated_at is null order by 1, 2, 3;
  insert into search_words (word, sound)
  select distinct on (key) key, search_sound(key) from patient_search_keys where kind = 'n' and length(key) > 1 order by key;
  insert into search_word_slips (slip, word)
  select unnest(search_slips(word)), word from search_words where length(word) > 3 order by 1, 2 on conflict do nothing;
$$;
-- The words that sound like this one or differ from it by a slip, with their distance (0 = the word itself), nearest first.
create function similar_search_words(w text, out words text[], out distances real[])
language sql stable as $$
  select array_agg(x.word order by x.d, x.word), array_agg(x.d order by x.d, x.word) from (
    select w as word, 0::real as d
    union all
    (select y.word, min(y.d)::real from (
      select s.word, 0.3 + levenshtein(s.word, w) from search_words s where s.sound = search_sound(w) and length(w) > 2
      union all
      select s.word, 1.5 from search_word_slips s where s.slip = any (search_slips(w)) and length(w) > 3
    ) y(word, d) where y.word <> w group by y.word having min(y.d) <= 0.3 + greatest(length(w), length(y.word)) / 2.0 order by 2, 1 limit 12)
  ) x
$$;

-- The search: ids and rank (lower is better), best first. See the design for what each rank means.
create function search_patients(q text, max integer default 25)
returns table (patient_id integer, rank real)
language plpgsql stable rows 25
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  top constant text := U&'\+10FFFF';
  -- So many plain hits make a search for other spellings needless.
  enough constant integer := 10;
  name text := left(search_fold(left(q, 200)), 300);
  words text[];
  n integer;
  code text;
  digits text;
  tail text;
  ids integer[];
  ranks real[];
  a text[]; b text[]; c text[];
  a_far real[]; b_far real[]; c_far real[];
  list text[];
  patterns text[];
  w text;
begin
  max := least(greatest(max, 1), 100);
  -- Letters of an apostrophe name written apart: o connor, d souza.
  if name ~ '(^| )[a-z] [a-z]' then
    name := regexp_replace(name, '(^| )([od]) ([a-z]{3})', '\1\2\3', 'g');
  end if;
  if name = '' then return; end if;

  if name ~ '[0-9]' then
    code := replace(name, ' ', '');
    digits := regexp_replace(q, '[^0-9]', '', 'g');
    tail := ltrim(digits, '0');
    list := array[tail];
    if q ~ '^\s*(\+|00)' then list := list || array(select substr(tail, i) from generate_series(2, 4) i where length(tail) - i > 1); end if;
    select array_agg(h.id order by h.r, h.id desc), array_agg(h.r order by h.r, h.id desc) into ids, ranks from (
      select x.id, min(x.r)::real as r from (
        (select k.patient_id, 0.0 from patient_search_keys k where k.kind = 'i' and k.key = code limit max)
        union all
        (select k.patient_id, 0.1 from patient_search_keys k where code = digits and k.kind = 'c' and k.key = tail limit max)
        union all
        (select k.patient_id, 0.1 from patient_search_keys k join patients p on p.id = k.patient_id
          where code ~ '^[a-z]+[0-9]+$' and k.kind = 'c' and k.key = tail
            and search_code(p.unique_id) ~ ('^' || rtrim(code, '0123456789') || '0*' || tail || '$') limit max)
        union all
        (select k.patient_id, 0.2 from patient_search_keys k
          where code = digits and length(digits) >= 9 and k.kind = 'r' and k.key >= reverse(right(digits, 8)) and k.key < reverse(right(digits, 8)) || top
          order by k.key = reverse(right(digits, 9)) desc limit max)
        union all
        (select k.patient_id, 0.3 from patient_search_keys k where k.kind = 'i' and k.key >= code and k.key < code || top and k.key <> code
          order by k.key limit max)
        union all
        (select k.patient_id, 0.4 from patient_search_keys k, unnest(list) f
          where code = digits and length(f) between 3 and 9 and k.kind = 'f' and k.key >= f and k.key < f || top limit max)
        union all
        (select k.patient_id, 0.5 from patient_search_keys k
          where code = digits and length(digits) between 3 and 8 and k.kind = 'r' and k.key >= reverse(digits) and k.key < reverse(digits) || top limit max)
      ) x(id, r) group by x.id
    ) h;
    if ids is not null or code = digits then
      return query select p.id, u.r from unnest(ids, ranks) u(id, r) join patients p on p.id = u.id
        order by u.r, p.last_visit_at desc nulls last, p.id desc limit max;
      return;
    end if;
  end if;

  words := array(select x.w from (select distinct left(u.w, 40) as w from unnest(string_to_array(name, ' ')) u(w)) x order by length(x.w) desc, x.w limit 6);
  n := cardinality(words);

  if n = 1 then
    w := words[1];
    ids := array(select k.patient_id from patient_search_keys k where k.kind = 'n' and k.key = w order by k.patient_id desc limit 2 * max);
    if cardinality(ids) >= max then
      return query select p.id, case when p.search_name = w then 1 else 2 end::real
        from unnest(ids) u(id) join patients p on p.id = u.id order by 2, p.last_visit_at desc nulls last, p.id desc limit max;
      return;
    end if;
    ranks := array_fill(2::real, array[cardinality(ids)]);
    if cardinality(ids) < max then
      -- Words that begin so: a short list is looked up word by word, a long one by its first two letters, newest patients first.
      list := array(select s.word from search_words s where s.word > w and s.word < w || top limit 61);
      if cardinality(list) > 60 and length(w) > 1 then
        a := null;
        ids := ids || array(select x.id from (
            select k.patient_id, k.key from patient_search_keys k where k.kind = 'n' and left(k.key, 2) = left(w, 2) order by k.patient_id desc limit 2000
          ) x(id, key) where x.key > w and x.key < w || top limit 3 * max / 2);
      end if;
      if cardinality(list) <= 60 or length(w) = 1 or cardinality(ids) < max then
        ids := ids || array(select k.patient_id from unnest(list) l(word)
          cross join lateral (select y.patient_id from patient_search_keys y where y.kind = 'n' and y.key = l.word order by y.patient_id desc limit max) k limit 3 * max);
      end if;
      ranks := ranks || array_fill(3::real, array[cardinality(ids) - cardinality(ranks)]);
    end if;
    if cardinality(ids) < least(max, enough) and length(w) > 2 then
      select y.words, y.distances into a, a_far from similar_search_words(w) y;
      select ids || coalesce(array_agg(k.patient_id), '{}'), ranks || coalesce(array_agg((4 + o.far / 20)::real), '{}') into ids, ranks
        from unnest(a, a_far) o(word, far)
        cross join lateral (select y.patient_id from patient_search_keys y where y.kind = 'n' and y.key = o.word order by y.patient_id desc limit max) k
        where o.far > 0;
    end if;
    return query
      select h.id, h.r from (
        select p.id, min(case when u.r = 2 and p.search_name = w then 1 else u.r end)::real as r, min(p.last_visit_at) as seen
        from unnest(ids, ranks) u(id, r) join patients p on p.id = u.id group by p.id
      ) h order by h.r, h.seen desc nulls last, h.id desc limit max;
    return;
  end if;

  patterns := array(select '% ' || u.w || '%' from unnest(words) u(w));
  if length(words[2]) > 2 then
    -- Two parts of three letters or more: their pair of beginnings finds the patients directly.
    w := least(left(words[1], 3) collate "C", left(words[2], 3) collate "C") || ' ' || greatest(left(words[1], 3) collate "C", left(words[2], 3) collate "C");
    ids := array(select x.id from (
        select k.patient_id, k.name from patient_search_keys k where k.kind = 'p' and k.key = w order by k.patient_id desc limit 5000
      ) x(id, name) where ' ' || x.name like all (patterns) limit 2 * max);
  else
    w := words[1];
    ids := array(select x.id from (
        select k.patient_id, k.name from patient_search_keys k where k.kind = 'n' and k.key = w order by k.patient_id desc limit 4000
      ) x(id, name) where ' ' || x.name like all (patterns) limit 2 * max);
    if cardinality(ids) < max and length(w) > 1 then
      ids := ids || array(select x.id from (
          select k.patient_id, k.key, k.name from patient_search_keys k where k.kind = 'n' and left(k.key, 2) = left(w, 2) order by k.patient_id desc limit 4000
        ) x(id, key, name) where x.key > w and x.key < w || top and ' ' || x.name like all (patterns) limit 2 * max);
    end if;
  end if;
  patterns := array(select '% ' || u.w || ' %' from unnest(words) u(w));
  if cardinality(ids) >= least(max, enough) or length(words[2]) < 3 then
    return query
      select h.id, h.r from (
        select distinct p.id, case when p.search_name = name then 1 when ' ' || p.search_name || ' ' like all (patterns) then 2 else 3 end::real as r, p.last_visit_at as seen
        from unnest(ids) u(id) join patients p on p.id = u.id
      ) h order by h.r, h.seen desc nulls last, h.id desc limit max;
    return;
  end if;

  select y.words, y.distances into a, a_far from similar_search_words(words[1]) y;
  select y.words, y.distances into b, b_far from similar_search_words(words[2]) y;
  if n > 2 then select y.words, y.distances into c, c_far from similar_search_words(words[3]) y; end if;
  return query
    with pair as materialized (
      select least(x, y) || ' ' || greatest(x, y) as key, min(s.far + t.far) as far
      from (select left(u.v, 3) collate "C", min(u.far) from unnest(a, a_far) u(v, far) group by 1) s(x, far),
        (select left(u.v, 3) collate "C", min(u.far) from unnest(b, b_far) u(v, far) group by 1) t(y, far)
      group by 1 order by 2 limit 40
    ), near as (
      select x.id, string_to_array(x.name, ' ') as parts
      from (select k.id, k.name from pair cross join lateral (
          select y.patient_id, y.name from patient_search_keys y where y.kind = 'p' and y.key = pair.key order by y.patient_id desc limit 500
        ) k(id, name) limit 1500) x
      where string_to_array(x.name, ' ') && a and string_to_array(x.name, ' ') && b and (c is null or string_to_array(x.name, ' ') && c)
      limit 2 * max
    ), found as (
      select v.id, 3::real as r from unnest(ids) v(id)
      union all
      select near.id, (4 + (
          (select min(u.far) from unnest(a, a_far) u(v, far) where u.v = any (near.parts))
          + (select min(u.far) from unnest(b, b_far) u(v, far) where u.v = any (near.parts))
          + coalesce((select min(u.far) from unnest(c, c_far) u(v, far) where u.v = any (near.parts)), 0)) / 20)::real from near
      union all
      -- Three names typed, two recorded: any two that agree in full, when nothing agrees in all.
      (select k.id, 6::real from (
          select x.v, y.v from unnest(words) with ordinality x(v, i) join unnest(words) with ordinality y(v, i) on x.i < y.i
          where n > 2 and cardinality(ids) = 0 and length(x.v) > 2 and length(y.v) > 2
        ) t(v1, v2) cross join lateral (
          select k.patient_id, k.name from patient_search_keys k where k.kind = 'p'
            and k.key = least(left(t.v1, 3) collate "C", left(t.v2, 3) collate "C") || ' ' || greatest(left(t.v1, 3) collate "C", left(t.v2, 3) collate "C")
          order by k.patient_id desc limit 300
        ) k(id, name) where ' ' || k.name || ' ' like '% ' || t.v1 || ' %' and ' ' || k.name || ' ' like '% ' || t.v2 || ' %' limit max)
    )
    select h.id, h.r from (
      select p.id, case when ' ' || p.search_name || ' ' like all (patterns) then case when p.search_name = name then 1 else 2 end else f.r end::real as r,
        p.last_visit_at as seen
      from (select found.id, min(found.r) as r from found group by 1) f join patients p on p.id = f.id
    ) h order by h.r, h.seen desc nulls last, h.id desc limit max;
end $$;


-- The form in which lists are sorted by name: like the search, without accents and signs.
alter table patients add column sort_name text collate "C"
  generated always as (public.search_fold(second_name || ' ' || first_name)) stored;
create index patients_sort_name on patients (sort_name, id);
