-- What a diagnosis may be called, and its code. A row is a term: a code may have several (B54: "Malaria", "Malarial fever").
create type diagnosis_system as enum ('icd-10', 'icd-10-cm', 'icd-11', 'local');
-- 'starter' came with the program, 'import' with a file, 'clinic' was typed.
create type diagnosis_source as enum ('starter', 'import', 'clinic');

-- The chapter of an ICD-10 code (WHO, or CM where its chapters reach further); null for what is in none.
create function icd10_chapter(code text) returns smallint
language sql immutable strict parallel safe as $$
  select (case
    when code ~ '^[AB]' then 1 when code ~ '^C|^D[0-4]' then 2 when code ~ '^D[5-8]' then 3 when code ~ '^E([0-8]|90)' then 4
    when code ~ '^F' then 5 when code ~ '^G' then 6 when code ~ '^H[0-5]' then 7 when code ~ '^H([6-8]|9[0-5])' then 8
    when code ~ '^I' then 9 when code ~ '^J' then 10 when code ~ '^K([0-8]|9[0-5])' then 11 when code ~ '^L' then 12
    when code ~ '^M' then 13 when code ~ '^N' then 14 when code ~ '^O' then 15 when code ~ '^P([0-8]|9[0-6])' then 16
    when code ~ '^Q' then 17 when code ~ '^R' then 18 when code ~ '^S|^T([0-8]|9[0-8])' then 19 when code ~ '^[V-Y]' then 20
    when code ~ '^Z' then 21 when code ~ '^U' then 22
  end)::smallint
$$;

create function is_diagnosis_code(system diagnosis_system, code text) returns boolean
language sql immutable parallel safe as $$
  select case system
    when 'icd-10' then code ~ '^[A-Z][0-9]{2}(\.[0-9]{1,2})?$' and public.icd10_chapter(code) is not null
    when 'icd-10-cm' then code ~ '^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$' and public.icd10_chapter(code) is not null
    when 'icd-11' then code ~ '^[0-9A-Z]{4,6}(\.[0-9A-Z]{1,3})?([&/][0-9A-Z]{4,6}(\.[0-9A-Z]{1,3})?)*$'
    else length(code) between 1 and 30
  end
$$;

-- Folded words, in one spelling: anaemia = anemia, tumour = tumor.
create function diagnosis_spelling(folded text) returns text
language sql immutable strict parallel safe as $$ select replace(replace(replace(folded, 'ae', 'e'), 'oe', 'e'), 'our', 'or') $$;

-- What a term is found by:
--   =chest infection    the title, and each synonym, as a whole
--   .chest              a word of the title (as written, and in the one spelling)
--   ,chesty             a word of a synonym
create function diagnosis_lexemes(title text, synonyms text[]) returns tsvector
language plpgsql immutable parallel safe as $$
declare
  found text[] := '{}';
  folded text;
  spelled text;
  one text;
  mark text := '.';
begin
  foreach one in array title || synonyms loop
    folded := left(public.search_fold(one), 400);
    spelled := public.diagnosis_spelling(folded);
    found := found || ('=' || spelled) || string_to_array(mark || replace(spelled, ' ', ' ' || mark), ' ');
    if spelled <> folded then found := found || string_to_array(mark || replace(folded, ' ', ' ' || mark), ' '); end if;
    mark := ',';
  end loop;
  return array_to_tsvector(found);
end $$;

create table diagnosis_codes (
  id integer primary key generated always as identity,
  system diagnosis_system not null,
  code text,
  title text not null check (length(title) between 1 and 300),
  synonyms text[] not null default '{}' check (cardinality(synonyms) <= 50),
  is_active boolean not null default true,
  source diagnosis_source not null,
  version integer not null default 1,
  chapter smallint generated always as (case when system in ('icd-10', 'icd-10-cm') then icd10_chapter(code) end) stored,
  -- Letters and digits of the code alone: what lists are sorted by and a typed code is compared with.
  sort_code text collate "C" not null generated always as (coalesce(regexp_replace(lower(code), '[^a-z0-9]', '', 'g'), '')) stored,
  search_words tsvector not null generated always as (diagnosis_lexemes(title, synonyms)) stored,
  -- Only what is the clinic's own may do without a code.
  constraint diagnosis_codes_code check (case when code is null then system = 'local' else is_diagnosis_code(system, code) end)
);
create unique index diagnosis_codes_title_key on diagnosis_codes (lower(title), system, coalesce(code, ''));
create index diagnosis_codes_sort on diagnosis_codes (sort_code, id);
create index diagnosis_codes_search on diagnosis_codes using gin (search_words) with (fastupdate = off);

-- Every word of the list, once, for words that nothing begins with: what sounds or looks like them is looked for instead. Never deleted.
create table diagnosis_words (
  word text collate "C" primary key,
  sound text collate "C"
);
create index diagnosis_words_sound on diagnosis_words (sound);
create index diagnosis_words_alike on diagnosis_words using gin (word gin_trgm_ops);

create function learn_diagnosis_words() returns trigger language plpgsql as $$
begin
  insert into diagnosis_words (word, sound)
  select w, search_sound(w) from (
    select distinct substr(x, 2) collate "C" as w from (select unnest(tsvector_to_array(search_words)) as x from fresh) y where left(x, 1) in ('.', ',')
  ) z
  where w ~ '^[^0-9]{4,40}$' and not exists (select from diagnosis_words d where d.word = w) order by w
  on conflict do nothing;
  return null;
end $$;
create trigger diagnosis_codes_words_insert after insert on diagnosis_codes referencing new table as fresh
  for each statement execute function learn_diagnosis_words();
create trigger diagnosis_codes_words_update after update on diagnosis_codes referencing new table as fresh
  for each statement execute function learn_diagnosis_words();

-- The words of the list that a mistyped word may mean, at most six: the nearest by letters, and those that sound the same.
create function similar_diagnosis_words(typed text) returns text[]
language sql stable as $$
  select array_agg(word) from (
    select word from (
      select word, sound, levenshtein(left(word, 60), typed) as d, min(levenshtein(left(word, 60), typed)) over () as nearest
      from diagnosis_words where (word % typed or sound = search_sound(typed))
    ) x
    where case when sound = search_sound(typed) then d <= greatest(length(typed) / 2, 2) and d <= nearest + 2
      else d = nearest and d <= greatest(length(typed) / 3, 1) end
    order by d, word limit 6
  ) y
$$;

-- What is typed, as questions to search_words: the whole of it; a term that begins with it; each word begins one of the title; each begins
-- one of the title or a synonym. A plural means the singular too; small words in the middle do not count. Null when no word is left. With
-- `tolerant`, words of four letters and more that the list does not have are replaced by similar ones.
create function diagnosis_queries(typed text, tolerant boolean, out phrase tsquery, out begins tsquery, out in_title tsquery, out in_any tsquery)
language plpgsql stable as $$
declare
  small constant text[] := '{a,an,and,at,by,for,from,in,my,of,on,or,the,to,with}';
  folded text := left(search_fold(left(typed, 200)), 400);
  words text[] := (string_to_array(folded, ' '))[1:8];
  word text;
  starts text[];
  wholes text[];
  titles text[] := '{}';
  anywhere text[] := '{}';
begin
  if folded = '' then return; end if;
  for i in 1 .. cardinality(words) loop
    word := left(words[i], 60);
    continue when i < cardinality(words) and word = any (small);
    starts := array[word, diagnosis_spelling(word)];
    wholes := array(
      select regexp_replace(f, ending || '$', singular) from unnest(starts) f, (values ('s', ''), ('es', ''), ('ies', 'y')) x (ending, singular)
      where f ~ ('^.{3,}' || ending || '$'));
    if tolerant and length(word) > 3 and not exists (
      select from diagnosis_words d where d.word >= starts[1] and d.word < starts[1] || U&'\+10FFFF'
        or d.word >= starts[2] and d.word < starts[2] || U&'\+10FFFF' or d.word = any (wholes)
    ) then
      starts := coalesce(similar_diagnosis_words(word), starts);
    end if;
    titles := titles || (select '(' || string_agg(distinct q, '|') || ')' from (
      select '''.' || f || ''':*' from unnest(starts) f union all select '''.' || f || '''' from unnest(wholes) f) x (q));
    anywhere := anywhere || (select '(' || string_agg(distinct q || '|' || replace(q, '''.', ''','), '|') || ')' from (
      select '''.' || f || ''':*' from unnest(starts) f union all select '''.' || f || '''' from unnest(wholes) f) x (q));
  end loop;
  phrase := ('''=' || diagnosis_spelling(folded) || '''')::tsquery;
  begins := ('''=' || diagnosis_spelling(folded) || ''':*')::tsquery;
  in_title := array_to_string(titles, '&')::tsquery;
  in_any := array_to_string(anywhere, '&')::tsquery;
end $$;
