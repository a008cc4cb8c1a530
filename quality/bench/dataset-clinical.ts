import type { Client } from 'pg'
import { loadSettledBills } from '../../db/seed/load-bills.ts'
import { loadChronic } from '../../db/seed/load-chronic.ts'
import { loadClinical } from '../../db/seed/load-clinical.ts'
import { type Ids, loadVisits, type SomeVisit } from '../../db/seed/load-rows.ts'
import type { Patient } from '../../db/seed/people.ts'
import type { Visit } from '../../db/seed/visits.ts'

const BATCH = 25_000
/** The mark of the visits of the patient who has this many. */
export const LONG = { source: 'bench:long:', visits: 500 } as const
const CODES = 75_000

/** What was measured and written on the later half of the visits, given in order of time: vital signs, notes, diagnoses; and problem lists. */
export const loadRecords = async (
  client: Client,
  visits: readonly (SomeVisit & Visit)[],
  patients: readonly Patient[],
  ids: Ids,
  today: string,
): Promise<void> => {
  const later = visits.slice(Math.floor(visits.length / 2))
  for (let from = 0; from < later.length; from += BATCH) await loadClinical(client, later.slice(from, from + BATCH), patients, { ids })
  await loadChronic(client, patients, later, { ids, today })
}

/** Gives the first patient 499 visits of others, with bills, drugs and notes, and an open one; they are spread over the two years. */
export const loadLongPatient = async (
  client: Client,
  visits: readonly SomeVisit[],
  patients: readonly Patient[],
  ids: Ids,
  now: Date,
): Promise<void> => {
  const seen = visits.filter(({ moves, track }) => track === 'complete' && moves.some(({ from }) => from === 'doctor'))
  const step = Math.max(1, Math.floor(seen.length / (LONG.visits - 1)))
  const past = Array.from({ length: LONG.visits - 1 }, (_, i) => seen[(i * step) % seen.length] as SomeVisit)
    .map((visit, i): SomeVisit => ({ ...visit, patient: 0, source: `${LONG.source}${i}` }))
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
  const minutes = (before: number) => new Date(now.getTime() - before * 60_000).toISOString()
  const open: SomeVisit = {
    ...(past[0] as SomeVisit),
    patient: 0,
    source: `${LONG.source}open`,
    priority: 'routine',
    track: 'doctor',
    created_at: minutes(40),
    moves: [
      { from: 'reception', to: 'triage', at: minutes(30), by: 1 },
      { from: 'triage', to: 'doctor', at: minutes(15), by: 2 },
    ],
  }
  await loadVisits(client, [...past, open], ids)
  await loadSettledBills(client, past, patients, { mark: 'bench:long', ids, until: now })
  await loadClinical(client, [...past, open], patients, { ids })
}

const conditions = 'Abscess|Burn|Contusion|Crushing injury|Dislocation|Displaced fracture|Effusion|Foreign body|Haemorrhage|Infection|Laceration|Neoplasm|Open bite|Open wound|Pain|Pathological fracture|Puncture wound|Sprain|Stenosis|Strain|Stress fracture|Superficial injury|Swelling|Traumatic amputation|Ulcer'.split('|') // prettier-ignore
const places = 'abdominal wall|ankle|artery|back|bladder|breast|calf|cheek|clavicle|colon|ear|elbow|eyelid|face|femur|fibula|finger|foot|forearm|forehead|great toe|groin|hand|heel|hip|humerus|jaw|kidney|knee|lip|liver|lower leg|lung|metacarpal bone|metatarsal bone|muscle|neck|nerve|nose|palm|pelvis|radius|rib|scalp|scapula|shoulder|skull|spine|spleen|sternum|tendon|thigh|thumb|tibia|toe|tongue|trachea|ulna|vein|wrist'.split('|') // prettier-ignore
const sides = ['right', 'left', 'both sides', 'unspecified side', 'midline']
const encounters = [
  'initial encounter',
  'later encounter',
  'sequela',
  'with delayed healing',
  'with infection',
  'with nonunion',
  'with malunion',
  'closed',
  'open',
  'multiple',
]

/** A list of diagnoses as long as that of a whole country. */
export const loadCodes = async (client: Client): Promise<void> => {
  await client.query(
    `insert into diagnosis_codes (system, code, title, source)
     select 'icd-10-cm', substr('CFGIJLMN', 1 + n / 10000, 1) || lpad((n / 100 % 100)::text, 2, '0') || '.' || lpad((n % 100)::text, 2, '0') || 'X',
       ($1::text[])[1 + n % 25] || ' of ' || ($2::text[])[1 + n / 25 % 60] || ', ' || ($3::text[])[1 + n / 1500 % 5] || ', ' || ($4::text[])[1 + n / 7500 % 10],
       'import' from generate_series(0, $5::integer - 1) n`,
    [conditions, places, sides, encounters, CODES],
  )
}
