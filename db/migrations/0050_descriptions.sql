-- What every table is, and every column that does not say so itself: the words of docs/data-dictionary.md live with the schema.

-- platform
comment on table audit_log is 'Who did what to which record, and who read whose. Written in the transaction of the act, never changed.';
comment on column audit_log.actor_id is 'Who did it; null: nobody who was signed in, or the program’s own work.';
comment on column audit_log.entity is 'What kind of record; entity_id says which.';
comment on column audit_log.change is 'The fields before and after.';
comment on table audit_seals is 'Finished stretches of the audit trail, sealed: each seal holds the root over its rows and the seal before it.';
comment on column audit_seals.rows is 'How many rows it seals.';
comment on column audit_seals.ids is 'The ids of its rows: numbers may be skipped, and what was skipped must not be filled later.';
comment on column audit_seals.fingerprints is 'Of each row, in the order of ids, eight bytes by which verify names the one that was touched.';
comment on table files is 'Files by their content. The bytes lie encrypted in the file store.';
comment on column files.sha256 is 'Of the content: the name that the file store knows it by.';
comment on table idempotency_keys is 'The first reply to a change that carried an Idempotency-Key, for 24 hours.';
comment on column idempotency_keys.actor is 'Whose key it is: a person, or a device that is not signed in.';
comment on column idempotency_keys.request_hash is 'Of method, path and body: the same key with another request is refused.';
comment on table number_formats is 'How numbers that people see are written: prefix, year, width.';
comment on table rate_limits is 'How often somebody may still try: points by key, shared by all processes. Not logged, so it is empty after a crash.';
comment on column rate_limits.points is 'How often it was tried.';
comment on column rate_limits.expire is 'When that is forgotten, in milliseconds since 1970.';
comment on table search_words is 'Every word that occurs in a name, once, with what it sounds like; never deleted.';
comment on table search_word_slips is 'Each of those words as it is and with each one letter left out: two that share a form differ by one slip of the finger.';

-- users
comment on table users is 'The people who sign in: who works here, and patients with an account. Never deleted.';
comment on column users.role is 'Decides the landing page; rights come from groups.';
comment on column users.rights_version is 'Grows with every change of what the person may do, so that a cached set of rights is known to be stale.';
comment on column users.one_time_until is 'A one-time password that was not used by then signs nobody in.';
comment on column users.sort_name is 'The form in which lists are sorted by name.';
comment on table permissions is 'What may be done, by name (area.action); the list is the program’s.';
comment on table groups is 'Groups of people who may do the same.';
comment on table group_permissions is 'What the people of a group may do.';
comment on table user_groups is 'Who is in which group. A person’s rights are the union of those of their groups.';
comment on table sessions is 'Who is signed in, on which device, until when. Looked up for every request.';
comment on column sessions.device_hash is 'Of the device cookie: a refresh counts only together with it.';
comment on column sessions.seen_at is 'When it was last used.';
comment on table refresh_tokens is 'Every refresh token ever given in a session: used once, or the whole session ends.';
comment on column refresh_tokens.token_hash is 'The token itself is kept nowhere.';
comment on table login_attempts is 'Sign-ins, good and bad. The e-mail is kept as a hash: a mistyped one is nobody’s data.';
comment on table sign_in_tickets is 'The password was right and the code is still to come: bound to that browser and that password.';
comment on table second_factors is 'Somebody’s authenticator. One that is being set up waits beside the one in use.';
comment on column second_factors.last_step is 'The time step of the last code that was taken: it and those before are worth nothing any more.';
comment on table recovery_codes is 'Codes that stand in for a lost authenticator, as hashes; each once.';
comment on table security_settings is 'How people sign in, and for how long: one row.';
comment on column security_settings.idle_minutes is 'Without a key or a pointer for so long, a screen is locked and its session no longer renewed.';
comment on column security_settings.session_hours is 'However busy, a person signs in again after that.';

-- company
comment on table company is 'The clinic itself: one row.';
comment on table set_up_codes is 'The one-time code that whoever sets up a new clinic must hold, as a keyed hash. Gone once used.';
comment on table departments is 'The departments of the clinic.';

-- insurance
comment on table insurance_companies is 'Who pays for patients.';

-- catalogue
comment on table tax_classes is 'Taxes by name and rate.';
comment on column tax_classes.rate is 'Percent; copied to the charge, so that a change counts from then on.';
comment on table items is 'What the clinic offers and can bill: services, tests, medicines, consumables.';
comment on table price_lists is 'One list for those who pay themselves, and one for each insurer.';
comment on column price_lists.co_pay_amount is 'The patient''s part where a price says nothing of its own.';
comment on column price_lists.covers_unlisted is 'What is not on the list: covered at the cash price, or not covered at all.';
comment on table prices is 'The price of an item on a list from a day on. None is changed once its day has passed.';
comment on column prices.valid_from is 'The first day of the clinic on which it counts.';
comment on column prices.valid_until is 'The last day; null: until another one begins.';

-- setup
comment on table set_up_steps is 'Steps of the set-up that somebody said are not needed; whether a step is done is seen by what is there.';
comment on table demonstration is 'The loading or removing of the demonstration that is under way, or was last: one row.';
comment on column demonstration.done is 'Hundredths.';
comment on table demonstration_rows is 'The rows that the demonstration made, by table and primary key: nothing else is ever taken away.';
comment on column demonstration_rows.version is 'Of what the clinic chooses from: a row with a later one was changed by somebody, who took it for their own.';

-- patients
comment on table patients is 'The people whom the clinic cares for. Never deleted.';
comment on column patients.unique_id is 'The number of the patient, as people read it.';
comment on column patients.found_at is 'Where and when an unknown person was found, until somebody knows who it is.';
comment on column patients.user_id is 'The account that reads this record as its own.';
comment on column patients.source is 'Where an imported record came from: the second import of the same row changes nothing.';
comment on column patients.search_name is 'Generated, so it can never disagree with the names. The search filters and ranks by it.';
comment on column patients.sort_name is 'The form in which lists are sorted by name: like the search, without accents and signs.';
comment on column patients.merged_into is 'The record that is kept, where this one was put away as a second one.';
comment on table patient_identifiers is 'Numbers by which others know a patient: passport, insurance, an earlier system.';
comment on table patient_insurances is 'By whom a patient is insured.';
comment on table contact_details is 'Where somebody is reached: of a next of kin.';
comment on table next_of_kin is 'Who is to be told, and how they are related.';
comment on table allergies is 'What a patient does not bear, and what it does.';
comment on table patient_alerts is 'What everybody who opens the record should see first.';
comment on table patient_search_keys is 'One row for each thing that a patient can be found by; the deactivated have none.';
comment on column patient_search_keys.name is 'The whole name in n and p rows, so that a search of several words is decided inside the index; null in the others.';
comment on table patient_merges is 'Two records of one person made one, and back again.';
comment on column patient_merges.fields is 'What the kept record took over of the other one, field by field.';
comment on column patient_merges.was_from is 'The row of the record that was put away, as it was.';
comment on column patient_merges.was_into is 'The row of the kept record, as it was.';
comment on column patient_merges.became is 'The kept row as the merge left it: what was changed since stays when it is undone.';
comment on column patient_merges.newest is 'The newest row of each table at that time: what came later was added since.';
comment on table patient_merge_rows is 'Each row that moved in a merge, by its primary key.';
comment on table patient_tables is 'Every table with rows of patients: they move in a merge, or why they stay.';
comment on table patient_restrictions is 'Records that only those who care for the patient may open.';
comment on table emergency_accesses is 'Who opened a restricted record all the same, why, and who looked at that afterwards.';
comment on table account_links is 'Whose account was linked with which record, since when and by whom; patients.user_id says what holds now.';
comment on column account_links.linked_by is 'Somebody at the desk, or with a slip the patient.';
comment on table account_link_codes is 'The code that an account shows at the desk: one at a time, gone once it was used.';
comment on table account_link_slips is 'The code that the desk gives to a patient on paper: good once, together with the date of birth.';
comment on column account_link_slips.tries is 'Wrong dates of birth; the third one ends it.';

-- attendance
comment on table visits is 'One visit of one patient: the attendance process.';
comment on column visits.track_number is 'The number of the visit, as people read it.';
comment on column visits.track is 'Where the visit is; each move is a row of visit_moves.';
comment on column visits.attended_by is 'Who has the patient right now; cleared by every move.';
comment on column visits.track_since is 'Since when it has been there.';
comment on column visits.consultation_item_id is 'What the booked consultation costs instead of the doctor''s usual fee, for a visit that began with an appointment.';
comment on table visit_moves is 'Every move of a visit from track to track: where waiting times come from. Written once.';
comment on column visit_moves.from_since is 'Since when the visit had been on from_track: the stay that this move ended.';
comment on column visit_moves.visit_version is 'The version that the visit had after this move; a later one means that something has happened since.';
comment on column visit_moves.undoes is 'The move that this one took back.';
comment on table track_targets is 'How many minutes a patient should wait on a track at most.';

-- charges
comment on table charges is 'One line of a bill: what was ordered, at the price of that moment, and who pays which part.';
comment on column charges.item_name is 'As it was when the charge was made.';
comment on column charges.order_kind is 'With order_id the row that asked for it: charged once.';
comment on column charges.insurance_company_id is 'The insurer pays all but the co-pay; without one the patient pays.';
comment on column charges.waiver is 'The part of the patient''s share that the clinic forgives.';
comment on column charges.decimals is 'Of the clinic''s currency.';
comment on column charges.credited_quantity is 'What credit notes took back of it; so with the other credited columns. By their trigger alone.';
comment on table document_counters is 'The last number of a series and year that has no gap: the row is locked until the transaction ends.';
comment on column document_counters.last is 'The last number that was taken.';
comment on table invoices is 'Bills: a draft that gathers charges until it is issued, then unchangeable.';
comment on column invoices.customer_name is 'Who pays where there is no patient.';
comment on column invoices.verification is 'The code by which anybody can ask whether the paper is genuine.';
comment on column invoices.paid_patient is 'What came in for the patient’s part; by the trigger of the allocations alone.';
comment on column invoices.paid_insurer is 'What came in for the insurer’s part; by the trigger of the allocations alone.';
comment on column invoices.credited_total is 'What credit notes took back; by their trigger alone.';

-- billing
comment on table payment_modes is 'How one can pay: cash, card, mobile money, an insurer.';
comment on column payment_modes.insurance_company_id is 'Every insurer pays by a mode of its own, which bears the insurer''s name.';
comment on table receipts is 'What came in or went out at once, by one or several modes. Written once.';
comment on column receipts.verification is 'As of invoices.';
comment on column receipts.total is 'Negative when money went out.';
comment on table payments is 'The parts of a receipt by payment mode. Written once.';
comment on column payments.tendered is 'Cash that was handed over.';
comment on column payments.change is 'Cash that went back.';
comment on column payments.reference is 'The number that the other side gave it.';
comment on table allocations is 'Which bill a payment, or a part of it, settles. Written once.';
comment on table credit_notes is 'What takes back lines of one issued bill, in part or whole. Written once.';
comment on column credit_notes.verification is 'As of invoices.';
comment on column credit_notes.rounding is 'The part of the bill''s rounding that goes with its last line.';
comment on table credit_note_items is 'The lines of a credit note. Written once.';
comment on table journal_entries is 'One entry for each act that moves money. Written once.';
comment on table postings is 'The sides of an entry, which come to nothing together: what every report adds up. Written once.';
comment on column postings.day is 'The day of the clinic on which it counts.';
comment on column postings.amount is 'What was given away is a sale of nothing, so that its quantity counts.';
comment on column postings.charge_id is 'Of sales and tax: what was sold, how much of it, and who is billed for the line.';
comment on table document_prints is 'Every print of a bill, receipt or credit note, so that copies say that they are copies.';
comment on table doctor_fees is 'What a visit with this doctor is charged as, where it is not the usual consultation.';
comment on table billing_settings is 'How the clinic bills: one row.';
comment on column billing_settings.rounding_step is 'What the patient''s part of a bill is rounded to, half up; copied to every bill.';
comment on column billing_settings.consultation_item_id is 'What a visit with a doctor is charged, unless the doctor has a fee of their own.';

-- notifications
comment on table notifications is 'What waits for somebody, or has happened: one row for all who may see it.';
comment on column notifications.entity_id is 'Of what it is about, by its kind; 0 where there is one entry for all of it.';
comment on column notifications.user_id is 'Null: for everybody who may see the kind.';
comment on column notifications.except_ids is 'Those who cannot do anything about it, because it is their own.';
comment on column notifications.patient_id is 'Whom it is about; the name is for those who may see patients.';
comment on column notifications.words is 'What its sentence is filled with, never a sentence.';
comment on column notifications.weight is 'How much of it there is: when it grows, it is news again.';
comment on column notifications.resolved_at is 'When somebody dealt with it, or a newer one took its place.';
comment on table notification_reads is 'Who has seen which notification.';
comment on table notification_preferences is 'The kinds that somebody does not want to be told of.';

-- messages
comment on table message_settings is 'By which mail server and SMS gateway messages go out, and when: one row.';
comment on column message_settings.smtp_password is 'Encrypted by the program''s own key.';
comment on column message_settings.sms_fields is 'Names of the gateway''s own fields with what goes into each: {to}, {text}, {from}, {id}.';
comment on column message_settings.sms_id_path is 'Where the gateway''s reply names the message, such as "data.id"; empty when it does not.';
comment on column message_settings.sms_authorization is 'The value of the Authorization header, encrypted.';
comment on column message_settings.country_code is 'Put before numbers that begin with a 0.';
comment on column message_settings.report_key is 'Keys the address at which the gateway reports deliveries.';
comment on column message_settings.quiet_from is 'Nothing is sent from this hour of the clinic’s clock until quiet_to; equal means never quiet.';
comment on column message_settings.reminder_hours is 'How long before an appointment a reminder goes out, longest first.';
comment on table message_templates is 'The words of a message by kind, channel and language, where the clinic has its own.';
comment on column message_templates.subject is 'E-mail alone.';
comment on table messages is 'What was, is or will be sent to patients, and what became of it.';
comment on column messages.entity is 'What it is about, such as (''appointment'', 12).';
comment on column messages.once_key is 'The same message is never queued twice.';
comment on column messages.reason is 'Why it was skipped or failed.';
comment on column messages.send_before is 'Not worth sending any more after this: a reminder of what has begun.';
comment on column messages.provider_id is 'What the mail server or gateway calls it.';
comment on table message_opt_outs is 'Addresses that want no more messages.';
comment on column message_opt_outs.opted_out_by is 'Null: by the person''s own link or reply.';

-- announcements
comment on table announcement_channels is 'What announcements are about.';
comment on table announcements is 'What the clinic tells its people or its patients. Stays as it was written; who takes it back says why.';
comment on column announcements.expires_on is 'The last day of the clinic on which it stands; null: until somebody withdraws it.';
comment on column announcements.document is 'The rich text of which `content` is the plain words; null: it was written as plain text.';
comment on column announcements.starts_on is 'The first day of the clinic on which it stands; null: from when it was written.';
comment on column announcements.for_staff is 'Everybody who works here; false: the groups that are named below, if any.';
comment on column announcements.must_confirm is 'Each reader is asked to say that they have read it.';
comment on column announcements.tracks_reads is 'Whether it waits for those who have not opened it. Who has read what was written before nobody knows: it waits for nobody.';
comment on table announcement_groups is 'For which groups an announcement is.';
comment on table announcement_attachments is 'The files of an announcement.';
comment on table announcement_reads is 'Who has opened an announcement, and when they said that they have read it.';
comment on column announcement_reads.read_at is 'When they opened it first.';
comment on table announcement_comments is 'What readers wrote under an announcement.';

-- backups
comment on table backups is 'Every backup that was asked for, is under way or lay in the folder. The archive itself is the truth.';
comment on column backups.name is 'Of its file in the folder of backups; null until it is there.';
comment on column backups.origin is '`found`: made by the command, or before a migration, and found in the folder.';
comment on column backups.bytes is 'Of the archive.';
comment on column backups.done_bytes is 'How far it is, in bytes of what is saved.';
comment on column backups.check_state is 'Whether it was restored into a database of its own and compared; null when nobody has asked.';
comment on column backups.counts is 'What the restored database held: rows of each table, and the sums.';
comment on table backup_settings is 'When backups are made: one row.';
comment on column backup_settings.hour is 'Of the clinic''s clock.';

-- diagnoses
comment on table diagnosis_codes is 'The list of diagnoses, by system and code.';
comment on column diagnosis_codes.sort_code is 'Letters and digits of the code alone: what lists are sorted by and a typed code is compared with.';
comment on table diagnosis_words is 'Every word of the list of diagnoses, once, with what it sounds like; never deleted.';

-- drugs
comment on table item_drugs is 'What a medicine of the catalogue is, where a person knows better than its name says.';
comment on column item_drugs.strengths is 'Of each substance in its order, in one unit that is counted out; none where it is not known.';

-- stock
comment on table suppliers is 'Who the clinic buys from.';
comment on column suppliers.common_name is 'What people here call them.';
comment on column suppliers.payment_days is 'How long after the bill they wait for their money.';
comment on table stores is 'Where stock lies.';
comment on table stocked_items is 'The items of the catalogue that are kept in stock, counted in single units.';
comment on column stocked_items.lead_days is 'How long a delivery takes.';
comment on column stocked_items.safety_days is 'For how many days more there should be enough.';
comment on table item_packs is 'What an item comes in: so many of its units each.';
comment on table barcodes is 'Which item, or which pack of it, a code is on.';
comment on column barcodes.pack_id is 'Null: the code of a single unit.';
comment on table batches is 'What came under one lot, expiry, cost and supplier. Its cost never changes.';
comment on column batches.lot is 'Empty: none was on the pack.';
comment on column batches.expires_on is 'The last day on which it may be used.';
comment on column batches.unit_cost is 'Of one unit; what came for nothing costs nothing.';
comment on table stock_levels is 'How much of an item a store has: the sum of its movements, by their trigger alone.';
comment on column stock_levels.usable is 'What may be handed out.';
comment on column stock_levels.quarantined is 'What must not be handed out.';
comment on column stock_levels.in_transit is 'What is on its way to this store.';
comment on table batch_stock is 'How much of a batch a store has, by state; by the trigger of the movements alone.';
comment on table stock_entries is 'What moved stock: one entry for each act, with the document it stands on. Written once.';
comment on column stock_entries.number is 'The document''s number, as people read it.';
comment on column stock_entries.created_by is 'Null: what the clinic''s nightly work did.';
comment on table stock_movements is 'What came to a store or left it, batch by batch. Written once.';
comment on column stock_movements.balance is 'What the store then had of the item in this state; by the trigger alone.';
comment on table stock_notes is 'Opening stock, write-offs, consumption, quarantine and recalls, with the reason. Written once.';
comment on column stock_notes.created_by is 'Null: what the clinic''s nightly work did.';
comment on table transfers is 'What is sent from one store to another.';
comment on column transfers.end_reason is 'Why less arrived than was sent, or why it was called back.';
comment on column transfers.requisition_id is 'A transfer may be what a store asked for.';
comment on table transfer_items is 'The batches of a transfer, and what arrived of them.';
comment on column transfer_items.received is 'What arrived. With returned and lost it is what was sent, once the transfer has ended.';
comment on table stock_counts is 'Counting what is there, and putting the books right.';
comment on column stock_counts.is_blind is 'The sheet does not say what the books have.';
comment on column stock_counts.counters is 'Everybody who counted or handed it in, once or again: none of them approves it.';
comment on table stock_count_lines is 'What was expected and what was counted, batch by batch.';
comment on table recalls is 'A lot that must not be used any more, wherever it lies and whenever it comes.';

-- purchasing
comment on table requisitions is 'What a store asks for.';
comment on column requisitions.ended_at is 'When it was rejected, cancelled or closed.';
comment on table requisition_items is 'The lines of a requisition. Quantities are of the pack that was named; ordered and issued are units.';
comment on table purchase_orders is 'What is ordered from a supplier.';
comment on column purchase_orders.supplier_id is 'None only while it is a draft without rows: the first row may name it.';
comment on column purchase_orders.store_id is 'Where it is to be delivered.';
comment on column purchase_orders.changed_by is 'Who last changed what is ordered. Like its maker, they do not approve it, unless all of it was requested.';
comment on table purchase_order_items is 'The lines of an order, priced and taxed as they were then.';
comment on column purchase_order_items.unit_price is 'Of one pack, without tax.';
comment on column purchase_order_items.received_units is 'What came of it, free goods aside: the sum of the receipts, by their trigger alone.';
comment on table purchase_order_sources is 'Which lines of requisitions an order serves, and how much of each.';
comment on table goods_receipts is 'What was delivered or given. Written once.';
comment on column goods_receipts.reverses_id is 'A delivery that was typed in wrong is taken back whole by another one.';
comment on table goods_receipt_items is 'The lines of a delivery, each with its batch. Written once.';
comment on column goods_receipt_items.free_batch_id is 'Free goods are a batch of their own, which costs nothing.';
comment on column goods_receipt_items.quantity is 'Packs; negative in a delivery that takes another one back.';
comment on column goods_receipt_items.damaged_units is 'Of the units that were paid for: straight into quarantine.';
comment on column goods_receipt_items.purchase_price is 'Of one pack, without tax.';
comment on table supplier_returns is 'What goes back to a supplier, and is expected as credit. Written once.';
comment on table supplier_return_items is 'The batches that go back. Written once.';
comment on table supplier_bills is 'A supplier’s bill, held against what was ordered and what came.';
comment on column supplier_bills.differences is 'What does not agree with order and receipts, in words, when the bill came in; somebody else has to approve that before it is paid.';
comment on column supplier_bills.paid is 'The sum of what was paid and credited, by their trigger alone.';
comment on table supplier_bill_items is 'The lines of a supplier’s bill. Written once.';
comment on table supplier_payments is 'What was paid to a supplier, or credited by one. Written once.';
comment on table supplier_allocations is 'Which supplier’s bill a payment settles. Written once.';

-- schedules
comment on table rooms is 'Where patients are seen.';
comment on table schedules is 'One session of a doctor’s week, by the clinic’s own clock.';
comment on column schedules.item_id is 'The one service that is given then; null for every service.';
comment on column schedules.weekday is 'ISO: Monday is 1, Sunday 7.';
comment on column schedules.ends_at is '24:00 is the end of the day. A night session is two rows.';
comment on column schedules.capacity is 'Patients at the same time.';
comment on column schedules.overbook is 'How many more may be squeezed in beside them by the desk.';
comment on column schedules.is_public is 'Whether the public may book in it.';
comment on column schedules.on_holidays is 'Whether it is held on holidays too.';
comment on column schedules.valid_to is 'The last day, inclusive; null for ever.';
comment on column schedules.every_weeks is 'Every week, every second one and so on, counted from the week of valid_from.';
comment on table time_off is 'When a doctor is away.';
comment on table holidays is 'The days on which the clinic holds no sessions, unless a session says otherwise.';
comment on column holidays.is_yearly is 'The same day every year; the 29th of February in leap years only.';
comment on table bookable_services is 'What can be booked, and how long it takes; a service without a row is booked by the desk alone.';
comment on column bookable_services.minutes is 'Null: as long as a slot of the session.';
comment on table booking_settings is 'What the public may book, and how: one row.';
comment on column booking_settings.min_notice_minutes is 'Between a public booking and its time, at least.';
comment on column booking_settings.max_days_ahead is 'Between a public booking and its time, at most.';
comment on column booking_settings.change_until_minutes is 'How long before its time the public may still cancel or move.';
comment on column booking_settings.confirms_itself is 'Whether a public booking counts as confirmed at once.';
comment on column booking_settings.default_minutes is 'How long an appointment takes where neither its service nor a session says.';
comment on column booking_settings.consent_version is 'Goes up with every change of the words: which ones a person agreed to.';

-- appointments
comment on table appointments is 'Who comes when to whom. No two hold the same place of a doctor, room or patient at once.';
comment on column appointments.place is 'Which of the places that a session has at the same time; those beyond its capacity were squeezed in. No session has more than a hundred: more of them were booked before there were sessions.';
comment on column appointments.status_reason is 'Why it was cancelled, or what else was said at the last change of status.';
comment on table public_bookings is 'What somebody sent who booked without signing in. Nothing here says whether the clinic knows them.';
comment on column public_bookings.link_nonce is 'Part of the secret link by which the booking is cancelled or moved.';
comment on column public_bookings.taken_over is 'Which fields the record had nothing in, and has from this booking.';
comment on table appointment_changes is 'What happened to an appointment. Written once.';
comment on column appointment_changes.changed_by is 'Null: by the person''s own link.';
comment on column appointment_changes.change is 'The fields before and after.';
comment on table waiting_list is 'Who would come earlier if there were a place.';
comment on column waiting_list.doctor_id is 'Null: any doctor, and any service.';
comment on column waiting_list.from_day is 'The first day that suits; days of the clinic.';
comment on column waiting_list.until_day is 'The last day that suits; null: until somebody removes the entry.';
comment on column waiting_list.close_reason is 'Why it was removed.';
comment on column waiting_list.appointment_id is 'What it became.';

-- lab-catalogue
comment on table lab_containers is 'What samples are taken in.';
comment on column lab_containers.colour is 'Of the cap, as CSS writes colours.';
comment on column lab_containers.order_of_draw is 'Filled first: the lowest.';
comment on table lab_specimens is 'What is taken of a patient: serum, urine.';
comment on column lab_specimens.code is 'As analysers and labels write it: SER, URN.';
comment on column lab_specimens.volume is 'ml';
comment on column lab_specimens.instructions is 'How it is taken, for whoever takes it.';
comment on table lab_panels is 'One test: what is measured, in which unit, within which limits of change.';
comment on column lab_panels.code is 'By which formulas and work lists name it.';
comment on column lab_panels.section is 'The bench of the laboratory that does it.';
comment on column lab_panels.unit is 'UCUM; the one unit it is reported in.';
comment on column lab_panels.units is 'What else it may be entered in: [{unit, factor, offset}], where canonical = value * factor + offset.';
comment on column lab_panels.choices is 'Of a coded test: [{value, flag}], in the order in which they are offered.';
comment on column lab_panels.formula is 'Of a calculated test, over codes of other panels.';
comment on column lab_panels.item_id is 'The item it is charged as when it is asked for by itself; without one it comes in profiles only.';
comment on column lab_panels.delta_absolute is 'A change from the previous result by so much, in its unit, is looked at twice.';
comment on column lab_panels.delta_percent is 'The same in per cent.';
comment on column lab_panels.delta_days is 'So old the previous result may be for that.';
comment on column lab_panels."position" is 'Its place among the results of a report.';
comment on table lab_reference_ranges is 'Whose results are held against which limits, from which day on.';
comment on column lab_reference_ranges.sex is 'Null: both, and where it is not known.';
comment on column lab_reference_ranges.age_to_days is 'Exclusive; null: without end.';
comment on column lab_reference_ranges.is_pregnant is 'Null: whether or not.';
comment on column lab_reference_ranges.low_valid is 'Below it a result is a slip of the pen.';
comment on column lab_reference_ranges.high_valid is 'Above it a result is a slip of the pen.';
comment on column lab_reference_ranges.text is 'Printed instead of or beside the limits.';
comment on column lab_reference_ranges.valid_until is 'Exclusive; null: until another one is entered.';
comment on table lab_profiles is 'Tests that are asked for together.';
comment on column lab_profiles.item_id is 'The item it is charged as as a whole; without one each of its panels is charged by itself.';
comment on table lab_profile_panels is 'Which tests a profile has, in which order.';
comment on table lab_settings is 'How the laboratory works: one row.';
comment on column lab_settings.approver_must_differ is 'Who entered a result may not approve it.';
comment on column lab_settings.receive_on_collect is 'Taking a sample is receiving it: it is taken in the laboratory.';
comment on column lab_settings.critical_minutes is 'A critical value that nobody was told of is shown anew after so many minutes.';
comment on column lab_settings.label_width is 'In millimetres.';
comment on column lab_settings.label_height is 'In millimetres.';
comment on column lab_settings.report_note is 'Printed under every report.';

-- laboratory
comment on table process_test_requests is 'The group of one visit’s test requests.';
comment on table lab_test_requests is 'Tests that were asked for together.';
comment on column lab_test_requests.process_id is 'The group of the visit’s requests.';
comment on table lab_orders is 'What of a request is charged: a profile, or a test by itself.';
comment on table lab_test_request_panels is 'One test of a request: what is done, cancelled and reported by itself.';
comment on column lab_test_request_panels.sample_id is 'Null: calculated, or asked for before samples were kept.';
comment on column lab_test_request_panels.state is 'By the trigger of the results alone, except that it is cancelled.';
comment on column lab_test_request_panels.due_at is 'By when it is to be approved; null: no target.';
comment on table lab_samples is 'One container of a visit, known by the number on its label.';
comment on column lab_samples.process_id is 'The group of the visit’s requests.';
comment on column lab_samples.received_by is 'Null: an analyser had it before somebody wrote that it came.';
comment on column lab_samples.replaces_id is 'The rejected one that it is taken for anew.';
comment on table lab_results is 'Results, by revision. Once approved one never changes: another revision takes its place.';
comment on column lab_results.request_panel_id is 'Null: history that was imported.';
comment on column lab_results.observed_at is 'When the sample was taken, else when it was entered.';
comment on column lab_results.result is 'What is reported, in the panel''s unit.';
comment on column lab_results.entered is 'As it was typed or sent, with its unit.';
comment on column lab_results.range_id is 'What it was held against.';
comment on column lab_results.previous_id is 'The result that it was compared with.';
comment on column lab_results.amend_reason is 'Why it took the place of the one before.';
comment on table lab_test_results is 'What the specification calls a laboratory result: the results of a request of one category.';
comment on table lab_critical_calls is 'A critical value that somebody has to be told of.';
comment on column lab_critical_calls.closed_at is 'When it was told and read back, or the value was changed or withdrawn.';
comment on column lab_critical_calls.seen_at is 'The doctor saw it on the screen.';
comment on table lab_critical_tries is 'Who called whom about a critical value, and whether it was read back. Written once.';
comment on column lab_critical_tries.called_to is 'Whom, in words: a name, a ward.';
comment on column lab_critical_tries.is_read_back is 'Name, number and value were said back.';
comment on table lab_reports is 'Every report that was printed, so that its code can be looked up. Written once.';
comment on column lab_reports.results is 'The results it shows: [lab_results.id]';
comment on table lab_releases is 'By whose word the results of a request are held back from the patient or shown; the last word counts. Written once.';
comment on column lab_releases.results is 'What was approved when it was released: a word is of no result that came after it. Clocks cannot say what came after.';
comment on table lab_result_reads is 'Results that an account has looked at. Written once.';
comment on table public_lab_requests is 'Tests that a patient, or somebody without signing in, asked for.';
comment on column public_lab_requests.patient_id is 'Null: sent without signing in, and not matched yet.';

-- analysers
comment on table lab_equipment is 'The instruments on the line, and how each is reached.';
comment on column lab_equipment.connection is 'Who opens the connection: the instrument (we listen) or we.';
comment on column lab_equipment.host is 'Of the instrument when we connect; the only one that may when we listen (null: any).';
comment on column lab_equipment.order_message is 'Sent orders as these; null: it is never sent any.';
comment on column lab_equipment.sender is 'How it names itself in its messages; several on one port are told apart by it.';
comment on table lab_equipment_codes is 'What an instrument’s codes mean; what is not here is never guessed.';
comment on column lab_equipment_codes.panel_id is 'Null: known, and not wanted.';
comment on column lab_equipment_codes.unit is 'The unit in which it sends; null: as it says, or the panel''s.';
comment on column lab_equipment_codes."values" is 'Of coded results: {"POS": "Positive"}';
comment on table lab_equipment_jobs is 'What an instrument is to do.';
comment on table lab_messages is 'Everything that came or went over the line, byte for byte.';
comment on column lab_messages.equipment_id is 'Null: from nobody we know.';
comment on column lab_messages.digest is 'SHA-256 of the body.';
comment on column lab_messages.answer is 'What was answered, as it was sent.';
comment on table lab_message_results is 'Each result in those messages, and what became of it.';
comment on column lab_message_results.patient_ref is 'How the message names the patient; only ever compared, never used to find one.';
comment on table lab_controls is 'Material of a known value, measured to see whether the instrument is to be trusted.';
comment on column lab_controls.lot is 'As the instrument sends it.';
comment on table lab_control_results is 'What a control measured. Written once.';

-- triage
comment on table triages is 'The triage of a visit: its level, and what is critical now.';
comment on column triages.level is 'On the scale that stands beside it.';
comment on column triages.target_minutes is 'As the scale said when the level was chosen; none where the scale names no time.';
comment on column triages.news2 is 'Of the latest set, for boards.';
comment on column triages.critical_at is 'The latest critical value, until a doctor has seen it.';
comment on table triage_settings is 'Which triage scale the clinic uses: one row.';
comment on table vital_signs is 'Sets of vital signs. Written once: a correction is a new row. What was not measured is null, never zero.';
comment on column vital_signs.temperature is '°C';
comment on column vital_signs.pulse is 'per minute';
comment on column vital_signs.systolic is 'mmHg';
comment on column vital_signs.respiration is 'per minute';
comment on column vital_signs.spo2 is 'per cent';
comment on column vital_signs.oxygen_flow is 'litres per minute';
comment on column vital_signs.glucose is 'mmol/L';
comment on column vital_signs.height is 'cm';
comment on column vital_signs.weight is 'kg';
comment on column vital_signs.muac is 'mm, of the upper arm';
comment on column vital_signs.head_circumference is 'cm';
comment on column vital_signs.news2 is 'As it was when it was recorded; never computed again.';
comment on column vital_signs.source is 'The identifier in the system that it was imported from.';
comment on table vital_limits is 'What is ordinary at which age, and from which value on it is critical.';

-- consultations
comment on table consultations is 'A doctor’s note on a visit: a draft until it is signed, unchangeable from then on.';
comment on column consultations.doctor_id is 'Whose note it is. Another doctor may go on with a draft; who signs answers for it.';
comment on table consultation_addenda is 'What came to mind after a note was signed. Written once.';
comment on table diagnoses is 'What a note diagnoses. Code and title are copied: the list may change, the record does not.';
comment on table problems is 'What a patient lives with, beyond one visit.';

-- referrals
comment on table referrals is 'To whom a patient is sent with what question, and the reply.';
comment on column referrals.service is 'What is asked for.';

-- letters
comment on table letter_templates is 'What a letter begins with: text with placeholders of a closed list.';
comment on table letters is 'A letter about a patient, as it was signed. Written once.';
comment on column letters.said is 'Who the patient was and who signed, in the words of that day.';

-- prescriptions
comment on table prescriptions is 'The prescription of a visit; its status follows from its lines.';
comment on table prescribed_drugs is 'One line of a prescription.';
comment on column prescribed_drugs.quantity is 'In units of the item.';
comment on column prescribed_drugs.is_dispensed is 'All of it was handed out.';
comment on column prescribed_drugs.structure is 'The directions in structured form.';
comment on table prescription_favourites is 'Lines that a prescriber keeps at hand.';
comment on table patient_medicines is 'What a patient takes that was not prescribed here.';
comment on table safety_overrides is 'A warning that somebody went ahead against, and why. Written once.';
comment on table dispenses is 'One act of handing out, or a sale at the counter. Written once.';
comment on column dispenses.patient_id is 'Null: somebody at the counter who is no patient.';
comment on column dispenses.invoice_id is 'The bill of a sale.';
comment on column dispenses.unpaid_reason is 'Why it was handed out although it was not paid.';
comment on column dispenses.waited_since is 'Since when the prescription waited of which this is the first; null of what follows, and of a sale.';
comment on table dispense_items is 'What was handed out, line by line. Written once, but for what came back.';
comment on table dispense_batches is 'Out of which batches it came; none for what is not kept in stock. Written once, but for what came back.';

-- pharmacy
comment on table pharmacy_settings is 'How the pharmacy works: one row.';
comment on column pharmacy_settings.store_id is 'Where medicines are handed out when nobody says; null: the first pharmacy in use.';
comment on column pharmacy_settings.pay_first is 'Nothing leaves the counter before it is paid.';
comment on column pharmacy_settings.valid_days is 'For so many days after it was written a line is filled.';
comment on column pharmacy_settings.queue_days is 'So long what nobody came for stays in the queue.';
comment on column pharmacy_settings.label_width is 'In millimetres.';
comment on column pharmacy_settings.label_height is 'In millimetres.';
comment on column pharmacy_settings.label_note is 'Printed under every label.';
comment on table patient_returns is 'What came back over the counter: it goes into quarantine, and the bill is credited. Written once.';
comment on column patient_returns.is_to_be_filled_again is 'The prescribed lines are open again for what came back: something else is handed out instead.';
comment on table patient_return_items is 'The lines of a return. Written once.';
comment on column patient_return_items.batch_id is 'Null: of what is not kept in stock.';
comment on column patient_return_items.quantity is 'Of the prescribed line this counts as not handed out any more.';
comment on table patient_return_credits is 'The credit notes that a return made. Written once.';
comment on table public_prescription_requests is 'A prescription that was sent in as a picture or PDF, or medicines asked for again.';
comment on table prescription_request_lines is 'The prescribed lines that are asked for again. Written once.';
comment on table prescription_request_remarks is 'Questions of the pharmacy and the patient’s answers. Written once.';
comment on column prescription_request_remarks.is_from_patient is 'From the patient''s side, or from the pharmacy.';

-- records
comment on table medical_records is 'Documents of a patient, from outside or typed.';
comment on column medical_records.document_date is 'The day the paper itself bears.';
comment on column medical_records.file_id is 'A record without a file is a text that somebody typed, or a place for what comes.';
comment on column medical_records.reading is 'Each reading has a number; the work of an earlier one stops, and changes nothing.';
comment on column medical_records.rules_version is 'Which dictionaries and rules made the suggestions.';
comment on column medical_records.is_from_patient is 'Sent by the patient: what it says is nobody''s word until somebody of the clinic has looked at it.';
comment on table medical_record_pages is 'The pages of a document with their text and where each word stands.';
comment on column medical_record_pages.patient_id is 'For whom the text is searched; the same as the record''s.';
comment on column medical_record_pages.words is '[start, end, x, y, w, h] of each word: offsets in the text, shares of the page.';
comment on column medical_record_pages.search is 'Words as they are written, without accents, and their English stems.';
comment on table medical_record_entities is 'What was found in a document, and what a person said of it.';
comment on column medical_record_entities.start is 'Where it begins in the text of its page, in UTF-16 units.';
comment on column medical_record_entities."until" is 'Where it ends; exclusive.';
comment on column medical_record_entities.suggested is 'What was suggested, when a person has corrected it; null for what a person marked.';
comment on column medical_record_entities.became is 'What structured row was made of it: its kind; became_id is the row.';

-- assistant
comment on table assistant_messages is 'What somebody asked, and what was answered: theirs alone, and theirs to delete.';
comment on table assistant_settings is 'A language model that may choose from the catalogue of questions: one row, off until somebody says whose.';

-- imports
comment on table imports is 'Lists that come by file: tried, written, and taken back if need be.';
comment on column imports.sha256 is 'What the file store knows the file by.';
comment on column imports.encoding is 'How its bytes are read; null for a spreadsheet.';
comment on column imports.sample is 'The first rows as they stand in the file, to choose the columns by.';
comment on column imports.mapping is 'The place of each column in the file, by the column''s name.';
comment on column imports.is_whole is 'All rows or none, in one transaction.';
comment on column imports.round is 'Counts the checks: one that another has replaced ends by itself.';
comment on column imports.last_row is 'The last row of the file that was looked at.';
comment on column imports.is_read is 'Whether that was the end of the file.';
comment on column imports.problem is 'Why it stopped, in words for people.';
comment on column imports.asked_by is 'Who asked for the work that is under way, or was last.';
comment on column imports.cleaned_at is 'When the rows and the file of a finished import were thrown away; from then on it cannot be taken back.';
comment on table import_rows is 'The rows of an imported file, and what became of each.';
comment on column import_rows."row" is 'As a spreadsheet numbers it: the heading is 1.';
comment on column import_rows.cells is 'What the file says, by column; kept until the row is created, and for good where it is not.';
comment on column import_rows.problems is 'What is wrong: column and message of each problem.';
comment on column import_rows.resembles is 'Whom or what it resembles.';
comment on column import_rows.entity_id is 'What was created of it; a patient, an item or a person, as the import''s kind says.';
comment on table import_keys is 'What may be in a file once, only while a file is checked.';
comment on table clinic_exports is 'Exports of the whole clinic that were asked for on a screen.';
comment on column clinic_exports.created_by is 'Nobody else may take the file.';
comment on column clinic_exports.bytes is 'Of the file.';
comment on column clinic_exports.missing_documents is 'Of which rows tell, but whose bytes are gone or altered.';
comment on column clinic_exports.done_rows is 'How far it is, in rows and documents; total_rows is an estimate.';
comment on column clinic_exports.failure is 'A sentence in English with places, and the values for them: it is said in the language of whoever reads it.';
comment on column clinic_exports.expires_at is 'When the file goes.';

-- system
comment on table system_figures is 'What statements and requests cost, by day and shape, without values. Kept for a week.';
comment on column system_figures.digest is 'Of the text.';
comment on column system_figures.failed is 'Those that the program answered with a fault of its own, or the database refused.';
comment on column system_figures.buckets is 'How many took under 1 ms, 1 to 2, 2 to 4 and so on; the last holds the rest.';
comment on table system_disks is 'The room on the disks that the program writes to, as last measured.';
comment on table system_watch is 'Since when some process of the program has looked on without a pause: one row.';

-- templates
comment on table paper_settings is 'What the clinic adds to a kind of paper and leaves out of it.';
comment on column paper_settings.size is 'Empty: the usual size.';
comment on column paper_settings.language is 'Empty: the language of the patient or the clinic.';
