import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { clinicDay, clinicDayStart } from '#features/company/public.ts'
import type { Page } from '#shared/endpoint.ts'
import { auditFrom } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { documentIn } from '#platform/db/document-source.ts'
import { before, after, limitOf, pageOf, readCursor, writeCursor } from '#platform/db/keyset.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { Trail } from '#platform/http/handle.ts'
import { columnsOf, filterTests } from '#platform/records/columns.ts'
import { having } from '#shared/record.ts'
import type { listPatients, Patient, PatientProfile, PatientRestriction, PatientSummary } from '../contract.ts'
import { patientFields } from '../record.ts'
import { allergyStatus } from './allergy-status-sql.ts'
import { ageDay, deathSummary } from './death.ts'
import { pregnancySummary } from './pregnancy-sql.ts'
import { isOpenTo, isRestricted, type Reader } from './restricted/is-restricted.ts'
import { redactSummaries } from './restricted/redact-summary.ts'
import { searchedPatients } from './restricted/searched-patients.ts'
import { bySeverity } from './worst-first.ts'

const insurances = sql`coalesce((
  select json_agg(json_build_object('id', c.id, 'name', c.name, 'member_number', i.member_number, 'valid_until', i.valid_until) order by i.id)
  from patient_insurances i join insurance_companies c on c.id = i.insurance_company_id where i.patient_id = p.id), '[]')`

const listed = columnsOf(having(patientFields, 'listed', true), 'p')
const unlisted = columnsOf(having(patientFields, 'listed', false), 'p')

const ownSummary = (now: Date) => sql`p.id, p.unique_id, ${listed},
  extract(year from age(${ageDay(sql`p.id`, clinicDay(now))}, p.date_of_birth))::integer as age,
  p.user_id as "user", p.deactivated_at is null as is_active, ${deathSummary(sql`p.id`)} as death,
  array(select f.unique_id from patients f where f.merged_into = p.id order by f.id) as formerly, p.last_visit_at, p.created_at, p.version, ${insurances} as insurances`

const mergedInto = sql`(select json_build_object('id', m.id, 'unique_id', m.unique_id) from patients m where m.id = p.merged_into) as merged_into`

const summary = (now: Date) => sql`${ownSummary(now)}, ${mergedInto}, ${isRestricted(sql`p.id`)} as is_restricted`

/** The record as the patient may see it: nothing of what the staff note for each other is read. */
const own = (now: Date) => sql`${ownSummary(now)}, ${unlisted},
  coalesce((select json_agg(json_build_object('id', a.id, 'substance', a.substance, 'category', a.category, 'severity', a.severity,
      'reaction', a.reaction, 'is_intolerance', a.is_intolerance, 'recorded_at', a.recorded_at,
      'document', ${documentIn(sql`a.source`)}) order by ${bySeverity(sql`a.severity`, sql`a.substance`)})
    from allergies a where a.patient_id = p.id and a.ended_at is null), '[]') as allergies, ${allergyStatus(sql`p.id`)} as allergy_status,
  ${pregnancySummary(sql`p.id`, sql`p.gender`, clinicDay(now))} as pregnancy,
  coalesce((select json_agg(json_build_object('id', d.id, 'kind', d.kind, 'value', d.value, 'issuer', d.issuer) order by d.id)
    from patient_identifiers d where d.patient_id = p.id), '[]') as identifiers,
  coalesce((select json_agg(json_build_object('id', k.id, 'first_name', k.first_name, 'second_name', k.second_name,
      'relationship', k.relationship, 'contact', case when c.id is not null then
        json_build_object('id', c.id, 'tel_no', c.tel_no, 'email_address', c.email_address, 'residence', c.residence) end) order by k.id)
    from next_of_kin k left join contact_details c on c.id = k.contacts where k.patient_id = p.id and k.ended_at is null), '[]') as next_of_kin`

const restriction = (now: Date) => sql`(
  select json_build_object('reason', r.reason, 'restricted_at', r.restricted_at, 'restricted_by', concat_ws(' ', u.first_name, u.last_name),
    'emergencies', coalesce((
      select json_agg(json_build_object('user', e.user_id, 'user_name', concat_ws(' ', v.first_name, v.last_name), 'until', e.until) order by e.id)
      from emergency_accesses e join users v on v.id = e.user_id
      where e.patient_id = p.id and e.ended_at is null and e.started_at <= ${now} and e.until > ${now}), '[]'))
  from patient_restrictions r join users u on u.id = r.restricted_by
  where r.patient_id in (select kept_records(p.id)) and r.lifted_at is null order by r.id limit 1)`

const detail = (now: Date) => sql`${own(now)}, ${isRestricted(sql`p.id`)} as is_restricted, p.deactivation_reason,
  ${restriction(now)} as restriction,
  ${mergedInto},
  (select v.id from visits v where v.patient_id = p.id and v.closed_at is null) as open_visit,
  coalesce((select json_agg(json_build_object('id', t.id, 'text', t.text, 'is_critical', t.is_critical, 'recorded_at', t.recorded_at)
      order by t.is_critical desc, t.id) from patient_alerts t where t.patient_id = p.id and t.ended_at is null), '[]') as alerts`

type Dated<T extends string> = { [K in T]: string }
type OwnRow = Omit<PatientProfile, 'allergies'> & {
  allergies: (Omit<PatientProfile['allergies'][number], 'recorded_at'> & Dated<'recorded_at'>)[]
}
type DetailRow = Omit<Patient, 'allergies' | 'alerts' | 'restriction'> &
  Pick<OwnRow, 'allergies'> & {
    alerts: (Omit<Patient['alerts'][number], 'recorded_at'> & Dated<'recorded_at'>)[]
    restriction: { [K in keyof PatientRestriction]: K extends 'restricted_at' ? string : PatientRestriction[K] } | null
  }

const withDates = <T extends Dated<'recorded_at'>>(row: T) => ({ ...row, recorded_at: new Date(row.recorded_at) })
const restrictionOf = (found: DetailRow['restriction']): PatientRestriction | null =>
  found && {
    ...found,
    restricted_at: new Date(found.restricted_at),
    emergencies: found.emergencies.map((one) => ({ ...one, until: new Date(one.until) })),
  }
const toPatient = (row: DetailRow | undefined): Patient | undefined =>
  row && {
    ...row,
    allergies: row.allergies.map(withDates),
    alerts: row.alerts.map(withDates),
    restriction: restrictionOf(row.restriction),
  }

/** The whole record of a patient. */
export const findPatient = async (db: Db, id: number, now: Date): Promise<Patient | undefined> => {
  const { rows } = await sql<DetailRow>`select ${detail(now)} from patients p where p.id = ${id}`.execute(db)
  return toPatient(rows[0])
}

/** The same, leaving a row in the audit trail in the same statement. */
export const readPatient = async (db: Db, id: number, now: Date, trail: Trail): Promise<Patient | undefined> => {
  const target = sql`(select id as entity_id, id as patient_id from patients where id = ${id}) x`
  const { rows } = await sql<DetailRow>`
    with seen as (${auditFrom(trail, 'read', 'patient', target)})
    select ${detail(now)} from patients p where p.id = ${id}`.execute(db)
  return toPatient(rows[0])
}

/** The record of whom an account is linked with, as that patient may see it. */
export const findProfile = async (db: Db, userId: number, now: Date): Promise<PatientProfile | undefined> => {
  const { rows } = await sql<OwnRow>`select ${own(now)} from patients p where p.user_id = ${userId}`.execute(db)
  return rows[0] && { ...rows[0], allergies: rows[0].allergies.map(withDates) }
}

type Filters = z.output<typeof listPatients.query>

const filtered = ({
  insurance_company_id,
  registered_from,
  registered_to,
  active = true,
  user_id,
  patient_id,
  ...declared
}: Filters): RawBuilder<unknown> => {
  const tests = [active ? sql`p.deactivated_at is null` : sql`p.deactivated_at is not null`, ...filterTests(patientFields, declared, 'p')]
  if (user_id) tests.push(sql`p.user_id = ${user_id}`)
  if (patient_id) tests.push(sql`p.id = ${patient_id}`)
  if (insurance_company_id)
    tests.push(
      sql`exists (select from patient_insurances i where i.patient_id = p.id and i.insurance_company_id = ${insurance_company_id})`,
    )
  if (registered_from) tests.push(sql`p.created_at >= ${clinicDayStart(registered_from)}`)
  if (registered_to)
    tests.push(sql`${clinicDay(sql`p.created_at`)} <= ${registered_to}::date and p.created_at < ${registered_to}::date + 2`)
  return sql.join(tests, sql` and `)
}

/** How a list may run: the column, what it is on the wire, and the direction. Each has its index. */
const sorts = {
  '-created': { column: sql`p.id`, type: sql`integer`, down: true, value: (row: PatientSummary) => row.id },
  name: { column: sql`p.sort_name`, type: sql`text`, down: false, value: (row: PatientSummary & { sort_name: string }) => row.sort_name },
  '-last_visit': {
    column: sql`coalesce(p.last_visit_at, '-infinity')`,
    type: sql`timestamptz`,
    down: true,
    value: (row: PatientSummary) => row.last_visit_at?.toISOString() ?? '-infinity',
  },
} as const

/** A list that is chosen or ordered by what a redacted line does not show would tell it: restricted records that are shut are not on it. */
const showsHidden = ({ insurance_company_id, registered_from, registered_to, user_id, sort, ...declared }: Filters) =>
  filterTests(patientFields, declared, 'p').length > 0 ||
  [insurance_company_id, registered_from, registered_to, user_id].some((asked) => asked !== undefined) ||
  sort === '-last_visit'

/** A page of patients as the reader may see them; an index carries each order, so that page thousand costs what page one does. */
export const findPatients = async (reader: Reader, query: Filters): Promise<Page<PatientSummary>> => {
  const { db, user, now } = reader
  const { column, type, down, value } = sorts[query.sort ?? '-created']
  const limit = limitOf(query.limit)
  const cursor = readCursor(query.cursor)
  const matching = showsHidden(query) ? sql`${filtered(query)} and ${isOpenTo(user, now, sql`p.id`)}` : filtered(query)
  const bound = down ? before(column, sql`p.id`, type, cursor) : after(column, sql`p.id`, type, cursor)
  const direction = down ? sql`desc` : sql`asc`
  const { rows } = await sql<PatientSummary & { sort_name: string }>`
    select ${summary(now)}, p.sort_name from patients p where ${matching} and ${bound}
    order by ${column} ${direction}, p.id ${direction} limit ${limit + 1}`.execute(db)
  const total = query.count ? await countPatients(db, matching) : undefined
  const page = pageOf(rows, limit, value as (row: PatientSummary) => string | number, total)
  return { ...page, rows: await redactSummaries(reader, page.rows) }
}

const countPatients = async (db: Db, matching: RawBuilder<unknown>) => {
  const { rows } = await sql<{ count: number }>`select count(*) from patients p where ${matching}`.execute(db)
  return rows[0]?.count ?? 0
}

/** So many matches are looked at. */
const MATCHES = 100

interface Search {
  q: string
  limit: number
  cursor?: string | undefined
}
/**
 * A page of the hundred best matches for what was typed, best first; deactivated patients are left out. The first page looks no further than
 * it shows, as the search is asked with each letter; a cursor says how many the first page had, which are left out of all later ones, and how
 * many came after them.
 */
export const searchSummaries = async (reader: Reader, { q, limit, cursor }: Search): Promise<Page<PatientSummary>> => {
  const { db, now } = reader
  const [first, place] = readCursor(cursor) ?? [0, 0]
  if (typeof first !== 'number' || first < 0 || first > MATCHES || place < 0 || place > MATCHES)
    throw fieldError('cursor', 'Invalid cursor for this list.')
  const searched = (max: number) => searchedPatients(q, Math.min(max, MATCHES), reader)
  const found =
    first === 0
      ? sql`${searched(limit + 1)} s`
      : sql`(select a.* from ${searched(MATCHES)} a
          where a.patient_id not in (select b.patient_id from ${searched(first + 1)} b order by b.place limit ${first})
          order by a.place limit ${limit + 1} offset ${place}) s`
  const { rows } = await sql<PatientSummary>`
    select ${summary(now)} from ${found}
    join patients p on p.id = s.patient_id where p.deactivated_at is null order by s.place`.execute(db)
  const next = rows.length > limit ? writeCursor(first || limit, first === 0 ? 0 : place + limit) : null
  return { rows: await redactSummaries(reader, rows.slice(0, limit)), next }
}

export const findSummaries = async (db: Db, ids: readonly number[], now: Date): Promise<PatientSummary[]> => {
  const { rows } = await sql<PatientSummary>`select ${summary(now)} from patients p where p.id = any(${ids})`.execute(db)
  return rows
}

/** Locks a patient for a change; the details of the record are changed under this lock only. */
export const lockPatient = (db: Db, id: number) => db.selectFrom('patients').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
