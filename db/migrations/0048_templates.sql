-- Departments in the order in which people think of them, and what kind of place a room is.
alter table departments
  add position smallint not null default 0,
  add version integer not null default 1;

create type room_kind as enum ('consulting room', 'treatment room', 'bed', 'laboratory bench', 'other');
alter table rooms add kind room_kind not null default 'consulting room';
