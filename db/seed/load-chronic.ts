import type { Client } from 'pg'
import { chronicOf } from './chronic.ts'
import { copyRows, type Value } from './load-copy.ts'
import { codesOf } from './load-clinical.ts'
import type { Ids, SomeVisit } from './load-rows.ts'
import type { Patient } from './people.ts'
import { referralsOf } from './referring.ts'
import type { Visit } from './visits.ts'

interface Frame {
  ids: Ids
  /** The clinic's date, `YYYY-MM-DD`. */
  today: string
}

/** Writes problem lists and medicines from elsewhere of patients with these visits, which are in order of time. */
export const loadChronic = async (
  client: Client,
  patients: readonly Patient[],
  visits: readonly (SomeVisit & Visit)[],
  { ids, today }: Frame,
): Promise<void> => {
  const codeOf = await codesOf(client)
  const ofPatient = Map.groupBy(visits, ({ patient }) => patient)
  const problems: Value[][] = []
  const medicines: Value[][] = []
  for (const [index, patient] of patients.entries()) {
    const own = ofPatient.get(index)
    if (!own) continue
    const id = ids.patients[index] as number
    const { problems: found, medicines: taken } = chronicOf(patient, own, today)
    const titles = new Set<string>()
    for (const one of found) {
      const by = ids.staff[one.by] ?? null
      const { id: code, code: text, title } = codeOf(one)
      if (titles.has(title)) continue
      titles.add(title)
      problems.push([id, code, text, title, one.status, one.note, one.onset_on, one.resolved_on, one.recorded_at, by, one.recorded_at, by])
    }
    for (const one of taken)
      medicines.push([
        id,
        one.name,
        one.directions,
        one.reason,
        one.started_on,
        one.stopped_on,
        one.stop_reason,
        one.recorded_at,
        ids.staff[one.by] ?? null,
      ])
  }
  await copyRows(
    client,
    'problems',
    'patient_id diagnosis_code_id code title status note onset_on resolved_on recorded_at recorded_by changed_at changed_by'.split(' '),
    problems,
  )
  await copyRows(
    client,
    'patient_medicines',
    'patient_id name directions reason started_on stopped_on stop_reason recorded_at recorded_by'.split(' '),
    medicines,
  )
}

/** Writes the referrals of visits that are there. */
export const loadReferrals = async (client: Client, visits: readonly SomeVisit[], staff: readonly number[], until: Date): Promise<void> => {
  const planned = referralsOf(visits, until)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map((one) => ({
      ...one,
      doctor_id: one.doctor === null ? null : staff[one.doctor],
      referred_by: staff[one.by],
      status_by: staff[one.status_by],
      replied_at: one.reply === null ? null : one.status_at,
      replied_by: one.reply === null ? null : staff[one.status_by],
    }))
  await client.query(
    `insert into referrals (visit_id, patient_id, type, status, is_urgent, service, note, doctor_id, department_id, provider, provider_email,
       referred_at, referred_by, reply, replied_at, replied_by, status_at, status_by, status_reason)
     select v.id, v.patient_id, r.type, r.status, r.is_urgent, r.service, r.note, r.doctor_id, d.id, r.provider, r.provider_email, r.at,
       r.referred_by, r.reply, r.replied_at, r.replied_by, r.status_at, r.status_by, r.status_reason
     from rows from (json_to_recordset($1) as (visit text, type referral_type, status referral_status, is_urgent boolean, service text, note text,
       doctor_id integer, department text, provider text, provider_email text, at timestamptz, referred_by integer, reply text,
       replied_at timestamptz, replied_by integer, status_at timestamptz, status_by integer, status_reason text)) with ordinality r
     join visits v on v.source = r.visit left join departments d on d.name = r.department order by r.ordinality`,
    [JSON.stringify(planned)],
  )
}
