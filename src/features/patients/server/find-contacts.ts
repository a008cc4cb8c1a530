import { sql, type Selectable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { findReach } from '#features/messages/public.ts'

type Patient = Pick<Selectable<DB['patients']>, 'id' | 'phone' | 'email' | 'language' | 'first_name'>

/**
 * The telephone and e-mail on file that may confirm what `askers` ask for, however old they are. Not what one of them wrote there last, as the
 * trail has it; nor what a public booking brought, which anybody may have sent; nor, in a record that others were merged into, what one of
 * these did not have. Undoing a merge is nobody's word for what it brings back, but makes whoever does it the author.
 */
const findTrustedContacts = async (db: Db, { id, phone, email }: Patient, askers: readonly number[]) => {
  const { rows } = await sql<{ field: 'phone' | 'email' }>`
    with writes as (
      select a.id, coalesce(a.actor_id = any(${askers}::integer[]), false) as is_own, a.action, a.change,
        exists (select from audit_log c where c.patient_id = a.patient_id and c.request_id = a.request_id
          and c.entity = 'public booking' and c.action = 'convert') as is_booking
      from audit_log a where a.patient_id = ${id} and a.entity = 'patient' and a.action in ('create', 'update', 'merge', 'undo merge')
    ), written as (
      select f.field, coalesce(max(w.id) filter (where w.is_own), 0) > coalesce(max(w.id) filter (where not w.is_own and w.action <> 'undo merge'), 0) as is_own,
        coalesce((array_agg(w.is_booking order by w.id desc) filter (where w.action <> 'undo merge'))[1], false) as is_booking
      from (values ('phone', ${phone}::text), ('email', ${email}::text)) f(field, value)
      left join writes w on w.action in ('create', 'undo merge') or (w.action = 'update' and w.change ? f.field)
        or (w.action = 'merge' and w.change -> 'take' ? f.field)
      where f.value is not null and not exists (
        select from patient_merges m where m.undone_at is null and m.from_id in (select former_patients(${id}))
          and (m.was_from ->> f.field is distinct from f.value or m.was_into ->> f.field is distinct from f.value))
      group by f.field
    )
    select field from written where not is_own and not is_booking`.execute(db)
  const trusted = new Set(rows.map(({ field }) => field))
  return { phone: trusted.has('phone') ? phone : null, email: trusted.has('email') ? email : null }
}

/**
 * Where a patient is asked whether an account is theirs. `askers`: the member of staff who wants to link it, and the account itself, which may
 * have been on the record before. None without a contact on file that is not of their making, or without a way to send.
 */
export const findContacts = async (db: Db, patient: Patient, askers: readonly number[]) => {
  const recipient = { ...(await findTrustedContacts(db, patient, askers)), language: patient.language, patient: patient.id }
  return { recipient, targets: await findReach(db, recipient) }
}
