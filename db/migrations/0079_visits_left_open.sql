-- Visits that were left open: nobody ended them on their own day. They are ended afterwards, dated to that day, as left.
alter table visits add column outcome text;
alter table visits add constraint visits_outcome check (outcome in ('left without being seen', 'left before the end'));
alter table visits add constraint visits_outcome_closed check (outcome is null or closed_at is not null);
comment on column visits.outcome is 'How a visit ended that was left open and closed afterwards; none for a visit that a person ended as it came to its end.';

alter table visit_moves add column cause text;
alter table visit_moves add constraint visit_moves_cause check (cause in ('end of day', 'by hand', 'new visit', 'ended late'));
alter table visit_moves add column recorded_at timestamptz;
alter table visit_moves add constraint visit_moves_recorded check ((cause is null) = (recorded_at is null) and recorded_at >= moved_at);
comment on column visit_moves.cause is 'What ended a visit that had been left open: the nightly job (end of day), a person at the end-of-day page (by hand), the start of the next visit of the patient (new visit), or a person who ended the visit itself (ended late). None for a move that was recorded as it happened.';
comment on column visit_moves.recorded_at is 'When a visit that had been left open was closed; moved_at is on its own day. How long the stay before it really was is not known, so no waiting time counts it.';
create index visit_moves_recorded on visit_moves (recorded_at) where recorded_at is not null;

create table end_of_day_settings (
  id boolean primary key default true check (id),
  is_on boolean not null default true,
  hour smallint not null default 4 check (hour between 0 and 23),
  last_run_on date,
  version integer not null default 1
);
insert into end_of_day_settings default values;
comment on table end_of_day_settings is 'When visits that were left open are closed by themselves: one row.';
comment on column end_of_day_settings.hour is 'Of the clinic''s clock.';
comment on column end_of_day_settings.last_run_on is 'The day of the clinic on which the job last went through them.';
