-- What is asked for on behalf of a patient. An order is cancelled with a reason, never deleted; its charge follows in the same transaction.
create type appointment_status as enum ('pending', 'confirmed', 'cancelled', 'done');

-- Booking costs nothing: the visit that comes of it is charged.
create table appointments (
  id integer primary key generated always as identity,
  patient_id integer not null references patients,
  doctor_id integer references users,
  appointment_date_time timestamptz not null,
  reason text not null,
  status appointment_status not null default 'pending',
  item_id integer references items,
  created_at timestamptz not null,
  created_by integer references users,
  changed_at timestamptz not null,
  version integer not null default 1
);
create index appointments_patient on appointments (patient_id, id desc);
create index appointments_doctor on appointments (doctor_id, id desc) where doctor_id is not null;
create index appointments_status on appointments (status, id desc);
create index appointments_item on appointments (item_id) where item_id is not null;
create index appointments_created_by on appointments (created_by);

-- Tests that are asked for together; they belong to the group of one visit.
create table lab_test_requests (
  id integer primary key generated always as identity,
  process_id integer not null references process_test_requests,
  patient_id integer not null references patients,
  note text,
  requested_at timestamptz not null,
  requested_by integer not null references users
);
create index lab_test_requests_process on lab_test_requests (process_id, id desc);
create index lab_test_requests_patient on lab_test_requests (patient_id, id desc);
create index lab_test_requests_requested_by on lab_test_requests (requested_by);

-- One test of a request: what is charged, done and cancelled by itself.
create table lab_test_request_panels (
  id integer primary key generated always as identity,
  lab_test_request_id integer not null references lab_test_requests,
  item_id integer not null references items,
  cancelled_at timestamptz,
  cancelled_by integer references users,
  cancel_reason text,
  version integer not null default 1,
  constraint lab_test_request_panels_cancelled check (
    (cancelled_at is null) = (cancel_reason is null) and (cancelled_at is null) = (cancelled_by is null))
);
create unique index lab_test_request_panels_once on lab_test_request_panels (lab_test_request_id, item_id) where cancelled_at is null;
create index lab_test_request_panels_request on lab_test_request_panels (lab_test_request_id, id);
create index lab_test_request_panels_item on lab_test_request_panels (item_id);
create index lab_test_request_panels_cancelled_by on lab_test_request_panels (cancelled_by) where cancelled_by is not null;

-- One line of a prescription.
create table prescribed_drugs (
  id integer primary key generated always as identity,
  prescription_id integer not null references prescriptions,
  patient_id integer not null references patients,
  item_id integer not null references items,
  dosage text not null,
  frequency text not null,
  duration text not null,
  note text,
  quantity numeric(12, 3) not null check (quantity > 0),
  is_dispensed boolean not null default false,
  prescribed_at timestamptz not null,
  prescribed_by integer not null references users,
  cancelled_at timestamptz,
  cancelled_by integer references users,
  cancel_reason text,
  version integer not null default 1,
  constraint prescribed_drugs_cancelled check (
    (cancelled_at is null) = (cancel_reason is null) and (cancelled_at is null) = (cancelled_by is null)),
  constraint prescribed_drugs_given check (not is_dispensed or cancelled_at is null)
);
create unique index prescribed_drugs_once on prescribed_drugs (prescription_id, item_id) where cancelled_at is null;
create index prescribed_drugs_prescription on prescribed_drugs (prescription_id, id);
create index prescribed_drugs_patient on prescribed_drugs (patient_id, id desc);
create index prescribed_drugs_item on prescribed_drugs (item_id);
create index prescribed_drugs_prescribed_by on prescribed_drugs (prescribed_by);
create index prescribed_drugs_cancelled_by on prescribed_drugs (cancelled_by) where cancelled_by is not null;
