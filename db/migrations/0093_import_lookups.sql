-- Files of history name patients by number in any letter case, a thousand rows at a time; without these each batch reads every patient.
create index patients_number_folded on patients (lower(unique_id));
create index patient_identifiers_folded on patient_identifiers (lower(value));
-- What one row of a file recorded is taken back together.
create index allergies_source on allergies (source) where source is not null;
create index no_known_allergies_source on no_known_allergies (source) where source is not null;
