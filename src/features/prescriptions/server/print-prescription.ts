import { sql } from 'kysely'
import { dayIn } from '#shared/dates.ts'
import { barPicture } from '#platform/barcodes.ts'
import type { Download } from '#shared/endpoint.ts'
import { routeTexts, type Directions } from '#features/directions/rules.ts'
import { factsOf, joinRecordedFacts, strengthText, recordedFactColumns, type RecordedFacts } from '#features/drugs/public.ts'
import { type OwnWords, readClinicHead, readPrintWording } from '#features/company/public.ts'
import { allergyText, type DocumentPatient, findDocumentPatient, withoutAllergies } from '#features/patients/public.ts'
import { findDoseWeight } from '#features/triage/public.ts'
import { type Signer, signerLines, signerOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { FileStore } from '#platform/files/store.ts'
import { breakable, breakAll } from '#platform/pdf/breakable.ts'
import { countInWords } from '#platform/pdf/count-in-words.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { translator } from '#platform/pdf/translate.ts'
import { born, day, joined, quantity, sexes } from '#platform/pdf/printed-values.ts'
import type { Prescription } from '../contract.ts'
import { findPrescription } from './list-prescriptions.ts'

const template = new URL('./prescription.typ', import.meta.url)

/** What is printed of a prescription, in words. */
export interface PrescriptionWords {
  clinic: { name: string; lines: string[]; logo: string | null }
  own: OwnWords
  size: 'a4' | 'a5'
  patient: { name: string; number: string; facts: string[][] }
  /** Worst first; or that none is known, or that they are not recorded. */
  allergies: { is_alarm: boolean; text: string }
  /** What a pharmacist has to know besides: a pregnancy. */
  alerts: string[]
  /** Null: left out by whoever prints. */
  diagnosis: string | null
  date: string
  visit: string
  barcode: string
  code: string
  note: string | null
  lines: {
    name: string
    generic: string
    words: string
    missing: string
    external: string
    quantity: string
    quantity_words: string
    note: string | null
  }[]
  prescribers: { name: string; lines: string[] }[]
}

interface Printed {
  patient: number
  filename: string
  data: PrescriptionWords
}

const asSentence = (words: string) => (words ? `${words[0]!.toUpperCase()}${words.slice(1)}` : '')

/** How much there is of a line, in words: 21 capsules. */
const quantityText = ({ quantity: count, unit }: { quantity: string; unit: string | null }) => {
  const amount = Number(count)
  const isPlain = !unit || unit === 'each'
  const isMass = unit === 'ml' || unit === 'g' || unit === 'mg'
  return isPlain ? String(amount) : `${amount} ${unit}${amount === 1 || isMass || unit.endsWith('s') ? '' : 's'}`
}

/** What the pharmacy's scanner reads. */
export const barcodeOf = (prescription: number) => barPicture(`RX${prescription}`)

/** Until this age drugs are dosed by weight, so that a prescription bears it, or says that it is not recorded. */
const WEIGHED_UNTIL_YEARS = 16

interface About {
  visit: string
  is_weighed: boolean
  weight: string | null
  weighed_on: string | null
  diagnoses: string[]
}
/** What the visit and its signed notes say; a draft is no record. */
const findAbout = async (db: Db, id: number, on: string) => {
  const { rows } = await sql<About>`
    select v.track_number as visit,
      coalesce(p.date_of_birth > ${on}::date - make_interval(years => ${WEIGHED_UNTIL_YEARS}::integer), false) as is_weighed,
      trim_scale(w.weight)::text as weight, (w.taken_at at time zone c.time_zone)::date::text as weighed_on,
      array(select concat_ws(', ', d.title, d.code, nullif(d.certainty::text, 'confirmed')) from diagnoses d join consultations n on n.id = d.consultation_id
        where d.visit_id = s.visit_id and d.removed_at is null and d.certainty <> 'ruled out' and n.signed_at is not null
        order by d.is_primary desc, d.id limit 10) as diagnoses
    from prescriptions s join patients p on p.id = s.patient_id join visits v on v.id = s.visit_id cross join company c
    left join lateral (select x.weight, x.taken_at from vital_signs x
      where x.patient_id = s.patient_id and x.replaced_by is null and x.weight is not null order by x.taken_at desc, x.id desc limit 1) w on true
    where s.id = ${id}`.execute(db)
  return rows[0]!
}

interface LineFacts extends RecordedFacts {
  id: number
  name: string
  is_controlled: boolean
  signer: Signer
  structure: Directions | null
}
const findLineFacts = async (db: Db, id: number) => {
  const { rows } = await sql<LineFacts>`
    select d.id, t.name, coalesce(k.is_controlled, false) as is_controlled, d.structure, ${recordedFactColumns}, ${signerOf(sql`d.signed_as`, sql`d.prescribed_by`)} as signer
    from prescribed_drugs d join items t on t.id = d.item_id left join stocked_items k on k.item_id = t.id ${joinRecordedFacts}
    where d.prescription_id = ${id}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
/** Substances, strength and form, as far as the name of the item does not say them. */
const genericOf = (facts: LineFacts) => {
  const { substances, form, ...drug } = factsOf(facts.name, facts)
  const parts = [substances.join(' + '), strengthText(drug), form].filter((part) => part)
  return parts.every((part) => bare(facts.name).includes(bare(part!))) ? '' : parts.join(' ')
}
/** The route that the directions leave open is that of the drug; what nobody said is named. */
const missingOf = (facts: LineFacts) => {
  const { structure } = facts
  if (!structure) return ''
  const route = structure.route ?? factsOf(facts.name, facts).route
  const isOnce = structure.doses.every(({ frequency }) => frequency === 'STAT')
  const isTimed = structure.days !== null || structure.doses.some(({ days }) => days !== null) || isOnce
  return joined(
    structure.route === null && (route === null ? 'route not stated' : `route: ${routeTexts[route]}`),
    !isTimed && !structure.is_prn && 'duration not stated',
  )
}

type Line = Prescription['prescribed_drugs'][number]
/** Each prescriber once; of what was sent in on paper the name as it was copied, for its registration is on that paper. */
const prescribersOf = (lines: readonly Line[], facts: ReadonlyMap<number, LineFacts>) => {
  const t = translator('en')
  const blocks = lines.map((line) => {
    if (line.written_by !== null) return { name: line.written_by, lines: ['Copied from a prescription that was sent in'] }
    const { name, ...signer } = facts.get(line.id)!.signer
    return { name, lines: signerLines(signer, t) }
  })
  return [...new Map(blocks.map((block) => [JSON.stringify(block), block])).values()]
}

const allergiesOf = ({ allergies, allergy_state }: DocumentPatient) => ({
  is_alarm: allergies.length > 0,
  text: withoutAllergies(allergy_state) ?? allergies.map((allergy) => allergyText(allergy)).join('; '),
})

const pregnancyOf = ({ pregnancy }: DocumentPatient) => {
  if (pregnancy?.state !== 'pregnant' && pregnancy?.state !== 'past due') return []
  const { gestation_days: days } = pregnancy
  return [days === null ? 'PREGNANT' : `PREGNANT: ${Math.floor(days / 7)}w ${days % 7}d`]
}

interface Choice {
  /** Printed with the diagnosis, as far as the reader may know it. */
  hasDiagnosis: boolean
}
/** What is printed of a prescription: its standing lines in plain words; undefined when there is no such prescription. */
export const findPrinted = async (
  db: Db,
  files: FileStore,
  id: number,
  { now, hasDiagnosis }: Choice & { now: Date },
): Promise<Printed | undefined> => {
  const prescriptionRow = await findPrescription(db, id, false)
  if (!prescriptionRow) return undefined
  const wording = await readPrintWording(db, 'prescription')
  const lines = prescriptionRow.prescribed_drugs.filter(({ cancelled_at, is_till_request }) => cancelled_at === null && !is_till_request)
  const head = await readClinicHead(db, files, 'a4', wording)
  const today = dayIn(head.zone, now)
  const [patient, about, facts, { doubted }] = await Promise.all([
    findDocumentPatient(db, prescriptionRow.patient, now),
    findAbout(db, id, today),
    findLineFacts(db, id),
    findDoseWeight(db, prescriptionRow.patient, now),
  ])
  const written = prescriptionRow.start_date ?? dayIn(head.zone, lines[0]?.prescribed_at ?? prescriptionRow.date_created)
  const { date_of_birth: birth, is_birth_date_estimated: isEstimated } = patient
  const measured = `${about.weight} kg (${joined(about.weighed_on && day(about.weighed_on), doubted && 'implausible, not confirmed')})`
  const weight = about.weight === null ? (about.is_weighed ? 'Not recorded' : null) : measured
  return {
    patient: prescriptionRow.patient,
    filename: `prescription-${about.visit.replaceAll('/', '-')}.pdf`,
    data: {
      clinic: head.clinic,
      own: head.own,
      size: wording.size === 'a4' ? 'a4' : 'a5',
      patient: {
        name: patient.name,
        number: patient.number,
        facts: [
          ['Number', patient.number],
          ['Age', birth ? born(birth, isEstimated, patient.died_on ?? today) : 'Date of birth unknown'],
          ['Sex', sexes[patient.gender]],
          ...(weight === null ? [] : [['Weight', weight]]),
        ],
      },
      allergies: allergiesOf(patient),
      alerts: pregnancyOf(patient),
      diagnosis: hasDiagnosis ? (about.diagnoses.length > 0 ? about.diagnoses.join('; ') : 'Not recorded') : null,
      date: day(written),
      visit: about.visit,
      barcode: barcodeOf(id),
      code: `RX${id}`,
      note: prescriptionRow.note,
      lines: lines.map((line) => {
        const known = facts.get(line.id)!
        return {
          name: line.item_name,
          generic: genericOf(known),
          words: asSentence(line.words),
          missing: asSentence(missingOf(known)),
          external: line.is_external ? 'Not supplied by this clinic: obtain it from another pharmacy.' : '',
          quantity: quantityText(line),
          quantity_words: known.is_controlled ? countInWords(quantity(line.quantity)) : '',
          note: line.note,
        }
      }),
      prescribers: prescribersOf(lines, facts),
    },
  }
}

/** The prescription on A5, in plain words, without any abbreviation of the trade. */
export const printPrescription = async (printPdf: PrintPdf, { data, filename }: Pick<Printed, 'data' | 'filename'>): Promise<Download> => {
  const { clinic, own, barcode, ...words } = data
  return {
    body: await printPdf(template, {
      ...breakAll(words),
      clinic: { ...clinic, name: breakable(clinic.name), lines: clinic.lines.map(breakable) },
      own,
      barcode,
    }),
    filename,
    inline: true,
  }
}
