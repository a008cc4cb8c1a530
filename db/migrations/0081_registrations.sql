-- Who signs a prescription, note, referral, letter or laboratory result is named on its print with title and registration number.
alter table users add column title text check (char_length(title) between 1 and 60);
alter table users add column registration_number text check (char_length(registration_number) between 1 and 40);
alter table users add column registration_council text check (char_length(registration_council) between 1 and 80);
alter table users add column signs_unregistered boolean not null default false;
comment on column users.title is 'As it is printed below the name, such as Medical officer, Clinical officer or Midwife.';
comment on column users.registration_number is 'Number under which the professional council has registered the person.';
comment on column users.registration_council is 'The council that gave the registration number.';
comment on column users.signs_unregistered is 'Signed documents before titles and registration numbers were recorded, and goes on until both are; nobody new gets this.';

-- Whoever signs today goes on signing; administrators are shown whose number is not recorded.
update users u set signs_unregistered = true
where u.is_active and exists (
  select from user_groups m join group_permissions p on p.group_id = m.group_id
  where m.user_id = u.id
    and p.permission in ('prescriptions.change', 'consultations.change', 'referrals.change', 'letters.write', 'laboratory.approve', 'laboratory.amend')
);

-- A signed document keeps who signed it in the words of that day. Null: signed before these columns; the person as recorded now is printed.
alter table prescribed_drugs add column signed_as jsonb check (jsonb_typeof(signed_as) = 'object');
alter table consultations add column signed_as jsonb check (jsonb_typeof(signed_as) = 'object');
alter table referrals add column signed_as jsonb check (jsonb_typeof(signed_as) = 'object');
alter table lab_results add column signed_as jsonb check (jsonb_typeof(signed_as) = 'object');
comment on column prescribed_drugs.signed_as is 'Name, title and registration of the prescriber when this was prescribed.';
comment on column consultations.signed_as is 'Name, title and registration of who signed, when it was signed.';
comment on column referrals.signed_as is 'Name, title and registration of who referred, when it was written.';
comment on column lab_results.signed_as is 'Name, title and registration of who approved, when it was approved.';

create function keep_signature() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select jsonb_build_object('name', concat_ws(' ', u.first_name, u.last_name), 'title', u.title, 'registration_number', u.registration_number,
      'registration_council', u.registration_council) into new.signed_as
    from users u where u.id = (to_jsonb(new) ->> tg_argv[0])::integer;
  return new;
end $$;
create trigger keep_signature before insert on prescribed_drugs for each row when (new.signed_as is null)
  execute function keep_signature('prescribed_by');
create trigger keep_signature before insert on referrals for each row when (new.signed_as is null)
  execute function keep_signature('referred_by');
create trigger keep_signature_insert before insert on consultations for each row when (new.signed_by is not null and new.signed_as is null)
  execute function keep_signature('signed_by');
create trigger keep_signature_update before update of signed_by on consultations for each row when (old.signed_by is null and new.signed_by is not null)
  execute function keep_signature('signed_by');
create trigger keep_signature_insert before insert on lab_results for each row when (new.approved_by is not null and new.signed_as is null)
  execute function keep_signature('approved_by');
create trigger keep_signature_update before update of approved_by on lab_results for each row when (old.approved_by is null and new.approved_by is not null)
  execute function keep_signature('approved_by');

-- The parts of the record that whoever refers leaves out of the letter.
alter table referrals add column left_out text[] not null default '{results_in_person}';
comment on column referrals.left_out is 'Parts of the record that are not printed in the letter unless asked for: at first the results of tests that are told in person.';

-- What a patient takes home in writing: only what the clinician wrote for them.
alter table consultations add column advice text not null default '';
alter table consultations add column return_advice text not null default '';
comment on column consultations.advice is 'What the patient is to do next, in words for the patient; printed in the visit summary.';
comment on column consultations.return_advice is 'When the patient is to come back at once, in words for the patient; printed in the visit summary.';
