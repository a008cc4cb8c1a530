-- What was billed at nothing is credited by its quantity, at nothing, as it was sold: so that it is asked of the pharmacy no more.
alter table credit_notes drop constraint credit_notes_total_check, add constraint credit_notes_total check (total >= 0);
alter table credit_note_items drop constraint credit_note_items_total_check,
  add constraint credit_note_items_total check (total > 0 or (total = 0 and quantity > 0));
