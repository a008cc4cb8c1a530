-- Who ended something, as every other reference to a person: looked for by an index.
create index allergies_ended_by on allergies (ended_by) where ended_by is not null;
create index patient_alerts_ended_by on patient_alerts (ended_by) where ended_by is not null;
create index next_of_kin_ended_by on next_of_kin (ended_by) where ended_by is not null;
