-- What a document says of a drug besides that it is taken: a drug that was stopped, is avoided, is tolerated or is not tolerated is no current medicine.
alter table medical_record_entities add column usage text;
alter table medical_record_entities add constraint medical_record_entities_usage_check check (
  usage is null or (type = 'drug' and usage in ('stopped', 'avoided', 'not tolerated', 'tolerated')) or (type = 'allergy' and usage = 'not tolerated')
);
comment on column medical_record_entities.usage is 'What the document says of a drug: stopped, avoided, not tolerated or tolerated; of an allergy only that it is an intolerance. Null: nothing of this.';

-- A drug that is avoided or tolerated becomes an alert of the patient.
alter table medical_record_entities drop constraint medical_record_entities_became_check;
alter table medical_record_entities add constraint medical_record_entities_became_check
  check (became in ('problem', 'allergy', 'medicine', 'alert', 'laboratory', 'vitals'));
alter table patient_alerts add column source text;
comment on column patient_alerts.source is 'The finding of a document that it was made of; none for what was recorded by hand.';

-- An intolerance (side effects) is not an allergy: the same substance may be both, and neither hides the other.
alter table allergies add column is_intolerance boolean not null default false;
comment on column allergies.is_intolerance is 'Not tolerated because of side effects; false: an allergy.';
drop index allergies_once;
create unique index allergies_once on allergies (patient_id, lower(substance), is_intolerance) where ended_at is null;
