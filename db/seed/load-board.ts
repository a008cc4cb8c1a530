import type { Client } from 'pg'
import type { Track } from '#features/attendance/rules.ts'
import { generateTodayBoard } from './board.ts'
import { dateOf, dayOfInstant, instantAt, isoInstant } from './calendar.ts'
import { type Leftover as Leaving, loadOpenBills, loadSettledBills, settleLeftovers } from './load-bills.ts'
import { loadClinical } from './load-clinical.ts'
import { copyRows, type Value } from './load-copy.ts'
import { type Ids, loadVisits, type SomeVisit } from './load-rows.ts'
import type { Patient } from './people.ts'
import { staffOf, attendants, generateVisits, type Move, type Visit } from './visits.ts'

const MINUTE = 60_000
const SEEN_TODAY = 14
/** A visit that was open when the program stopped longer ago than this went on through the house meanwhile. */
const LONG_AGO = 60 * MINUTE

const onward: Record<Track, Track | null> = {
  reception: 'triage',
  triage: 'doctor',
  doctor: 'pharmacy',
  lab: 'awaiting result',
  'awaiting result': 'added result',
  'added result': 'doctor',
  pharmacy: 'billing',
  billing: 'complete',
  inpatient: 'discharged',
  discharged: null,
  complete: null,
}

const wayOut = (track: Track): Track[] => {
  const next = onward[track]
  return next === null ? [] : [next, ...wayOut(next)]
}

const moverFrom = (track: Track) => staffOf(track in attendants ? attendants[track as keyof typeof attendants] : 'Doctor')[0] as number

interface Leftover {
  id: number
  track: Track
  track_since: Date
  attended_since: Date | null
  version: number
}

/** The moves that take a visit out of the house by `now`: room by room when there was time, else straight out. */
const movesOut = ({ track, track_since, attended_since }: Leftover, now: Date): Move[] => {
  const from = (attended_since ?? track_since).getTime()
  const time = Math.max(now.getTime() - from, 0)
  const stops = time > LONG_AGO ? wayOut(track) : (['discharged'] as const)
  const step = Math.min(time / stops.length, 14 * MINUTE)
  return stops.map((to, i) => {
    const place = stops[i - 1] ?? track
    const at = time > LONG_AGO ? from + step * (i + 1) : now.getTime()
    return { from: place, to, at: isoInstant(at), by: time > LONG_AGO ? moverFrom(place) : (staffOf('Receptionist')[0] as number) }
  })
}

/**
 * What was begun on visits that are over: their drugs were handed out, their notes signed, and what was critical has been seen, by `doctor` where
 * a visitor of the demonstration left nobody in charge.
 */
const finishOrders = async (client: Client, visits: readonly number[], doctor: number) => {
  await client.query(
    `with given as (
       update prescribed_drugs d set is_dispensed = true, quantity_dispensed = d.quantity, version = d.version + 1
       from prescriptions p join visits v on v.id = p.visit_id
       where p.id = d.prescription_id and v.id = any($1) and d.cancelled_at is null and not d.is_dispensed
       returning d.id, d.item_id, d.quantity - coalesce((select sum(x.quantity) from dispense_items x where x.prescribed_drug_id = d.id), 0) as rest,
         greatest(v.closed_at, d.prescribed_at) as at, coalesce(v.pharmacist_id, d.prescribed_by) as by
     )
     insert into dispense_items (prescribed_drug_id, item_id, quantity, dispensed_at, dispensed_by) select id, item_id, rest, at, by from given order by id`,
    [visits],
  )
  await client.query(
    `update consultations c set signed_at = greatest(v.closed_at, c.changed_at), signed_by = c.doctor_id, version = c.version + 1
     from visits v where v.id = c.visit_id and v.id = any($1) and c.signed_at is null`,
    [visits],
  )
  await client.query(
    `update triages t set critical_seen_at = greatest(v.closed_at, t.critical_at), critical_seen_by = coalesce(v.doctor_id, t.level_by, $2), version = t.version + 1
     from visits v where v.id = t.visit_id and v.id = any($1) and t.critical_at is not null and t.critical_seen_at is null`,
    [visits, doctor],
  )
}

/** Ends every visit that is still open, as if the house had gone on working after the last start. */
const closeLeftovers = async (client: Client, staff: readonly number[], now: Date): Promise<Leaving[]> => {
  const { rows } = await client.query<Leftover>(
    'select id, track, track_since, attended_since, version from visits where closed_at is null order by id for update',
  )
  const ends = rows.map((visit) => ({ visit, moves: movesOut(visit, now) }))
  await copyRows(
    client,
    'visit_moves',
    ['visit_id', 'from_track', 'to_track', 'from_since', 'moved_at', 'moved_by', 'visit_version'],
    ends.flatMap(({ visit, moves }) =>
      moves.map(({ from, to, at, by }, i): Value[] => [
        visit.id,
        from,
        to,
        moves[i - 1]?.at ?? visit.track_since.toISOString(),
        at,
        staff[by] ?? null,
        visit.version + i + 1,
      ]),
    ),
  )
  await client.query(
    `update visits v set track = e.track::track, track_since = e.at, closed_at = e.at, attended_by = null, attended_since = null,
       version = v.version + e.moves
     from unnest($1::integer[], $2::text[], $3::timestamptz[], $4::integer[]) e (id, track, at, moves) where v.id = e.id`,
    [
      ends.map(({ visit }) => visit.id),
      ends.map(({ moves }) => moves.at(-1)?.to),
      ends.map(({ moves }) => moves.at(-1)?.at),
      ends.map(({ moves }) => moves.length),
    ],
  )
  const doctor = staff[staffOf('Doctor')[0] as number] as number
  await finishOrders(client, ends.map(({ visit }) => visit.id), doctor) // prettier-ignore
  return ends.map(({ visit, moves }) => ({
    id: visit.id,
    at: moves.at(-1)?.at ?? now.toISOString(),
    isSeen: moves.some(({ to }) => to === 'doctor'),
  }))
}

const shifted = (visit: Visit, by: number): Visit => {
  const later = (instant: string) => isoInstant(Date.parse(instant) + by)
  return {
    ...visit,
    created_at: later(visit.created_at),
    closed_at: later(visit.closed_at),
    moves: visit.moves.map((move) => ({ ...move, at: later(move.at) })),
  }
}

/** Visits of this morning that are over: they ended one after the other since the doors opened, or since midnight where that is later. */
const seenToday = (patients: readonly Patient[], seed: string, now: Date): Visit[] => {
  const time = now.getTime()
  const today = dayOfInstant(time)
  const span = Math.min(150 * MINUTE, time - instantAt(today, 0))
  const visits = [...generateVisits({ seed, patients, today: dateOf(today + 1), years: 1 / 365, count: SEEN_TODAY })]
  return visits.map((visit, i) =>
    shifted(visit, time - Math.round((span * (visits.length - i - 0.5)) / visits.length) - Date.parse(visit.closed_at)),
  )
}

const loadSeen = async (client: Client, now: Date, load: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<{ seen: number }>('select count(*)::integer as seen from visits where closed_at >= $1', [
    new Date(instantAt(dayOfInstant(now.getTime()), 0)),
  ])
  if ((rows[0]?.seen ?? 0) < SEEN_TODAY) await load()
}

/**
 * Makes the house look like half past ten on a weekday at `now`: ends what the last start left open, gives the morning its finished visits
 * and puts patients who have not been here today on every track. `patients` and `ids.patients` run side by side.
 */
export const refreshBoard = async (client: Client, patients: readonly Patient[], ids: Ids, now: Date): Promise<void> => {
  const mark = `demo:today:${now.getTime()}`
  // Another process of the same start was first.
  if ((await client.query('select from visits where source = $1', [`${mark}:0`])).rowCount) return
  await settleLeftovers(client, await closeLeftovers(client, ids.staff, now), { mark, ids, until: now })
  const { rows } = await client.query<{ id: number; here: boolean }>(
    `select p.id, exists (select from visits v where v.patient_id = p.id and v.created_at > $2::timestamptz - interval '20 hours') as here
     from patients p where p.id = any($1) and p.deactivated_at is null and died_on(p.id) is null`,
    [ids.patients, now],
  )
  const free = new Set(rows.filter(({ here }) => !here).map(({ id }) => id))
  const chosen = patients.flatMap((patient, i) => (free.has(ids.patients[i] as number) ? [{ patient, id: ids.patients[i] as number }] : []))
  const people = chosen.map(({ patient }) => patient)
  const open = generateTodayBoard({ seed: mark, patients: people, now: now.toISOString() })
  const idsOfChosen = { ...ids, patients: chosen.map(({ id }) => id) }
  const doctors = staffOf('Doctor')
  const onBoard = new Set(open.map(({ patient }) => patient))

  await loadSeen(client, now, async () => {
    const others = chosen.filter((_, i) => !onBoard.has(i))
    const visits = seenToday(
      others.map(({ patient }) => patient),
      mark,
      now,
    )
    const seen = visits.map((visit, i): SomeVisit => ({ ...visit, track: visit.path.at(-1) as Track, source: `${mark}:seen:${i}` }))
    await loadVisits(client, seen, { ...ids, patients: others.map(({ id }) => id) })
    await loadSettledBills(
      client,
      seen,
      others.map(({ patient }) => patient),
      { mark: `${mark}:seen`, ids, until: now },
    )
    await loadClinical(
      client,
      seen,
      others.map(({ patient }) => patient),
      { ids },
    )
  })
  const waiting = open.map((visit, i): SomeVisit => {
    const doctor = visit.track === 'doctor' ? (visit.attended_by ?? doctors[i % doctors.length]) : undefined
    return { ...visit, ...(doctor !== undefined && { doctor }), source: `${mark}:${i}` }
  })
  await loadVisits(
    client,
    waiting.toSorted((a, b) => a.created_at.localeCompare(b.created_at)),
    idsOfChosen,
  )
  await loadOpenBills(client, waiting, people, { mark, ids })
  await loadClinical(client, waiting, people, { ids })
  await client.query(
    `update patients p set last_visit_at = v.at from (select patient_id, max(created_at) as at from visits where source like $1 group by 1) v
     where p.id = v.patient_id`,
    [`${mark}:%`],
  )
}
