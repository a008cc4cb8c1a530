import { quantity } from '#platform/pdf/printed-values.ts'
import type { AccessSeen } from '#features/portal/contract.ts'
import type { DataKind, DataRow } from '#features/portal/contract-data.ts'
import type { Say } from './say.ts'

/** A label and what stands beside it; without a label a line of its own. What is empty is left out. */
export type Fact = readonly [label: string | null, value: string | number | null]
export interface Entry {
  head: string
  /** When, at the right. */
  side: string | null
  facts: readonly Fact[]
}
export interface Section<R> {
  title: string
  entry: (row: R, say: Say) => Entry
}
export type Kind = DataKind | 'access_log'
type RowOf<K extends Kind> = K extends DataKind ? DataRow<K> : AccessSeen

const span = (from: string | null, until: string | null) => [from, until].filter(Boolean).join(' – ') || null
const measure = (value: number | null, unit: string) => (value === null ? null : `${value} ${unit}`.trim())

const background: {
  [K in 'identifiers' | 'insurances' | 'next_of_kin' | 'allergies' | 'pregnancies' | 'problems' | 'medicines']: Section<RowOf<K>>
} = {
  identifiers: {
    title: 'Identity papers',
    entry: ({ kind, value, issuer }, { word }) => ({
      head: value,
      side: null,
      facts: [
        [null, word(kind)],
        ['Issued by', issuer],
      ],
    }),
  },
  insurances: {
    title: 'Insurance',
    entry: ({ name, member_number, valid_until }, { day }) => ({
      head: name,
      side: null,
      facts: [
        ['Member number', member_number],
        ['Valid until', day(valid_until)],
      ],
    }),
  },
  next_of_kin: {
    title: 'Next of kin',
    entry: ({ first_name, second_name, relationship, phone, email, residence, ended_at }, { moment }) => ({
      head: `${first_name} ${second_name}`.trim(),
      side: null,
      facts: [
        [null, relationship],
        ['Telephone', phone],
        ['E-mail', email],
        ['Residence', residence],
        ['Ended', moment(ended_at)],
      ],
    }),
  },
  allergies: {
    title: 'Allergies',
    entry: (row, { word, moment }) => ({
      head: row.substance,
      side: moment(row.recorded_at),
      facts: [
        [null, word(row.is_intolerance ? 'intolerance' : 'allergy')],
        [null, word(row.category)],
        ['Severity', word(row.severity)],
        ['Reaction', row.reaction],
        ['Ended', moment(row.ended_at)],
        ['Reason', row.end_reason],
      ],
    }),
  },
  pregnancies: {
    title: 'Pregnancies',
    entry: (row, { t, word, day }) => ({
      head: word(row.outcome) ?? t('Pregnant'),
      side: day(row.recorded_on),
      facts: [
        ['Known from', word(row.source)],
        ['Last period', day(row.last_period)],
        ['Due date', day(row.due_date)],
        ['Dated by', word(row.dated_by)],
        ['Ended', day(row.ended_on)],
        [null, row.note],
      ],
    }),
  },
  problems: {
    title: 'Health problems',
    entry: (row, { word, day, moment }) => ({
      head: [row.code, row.title].filter(Boolean).join(' '),
      side: moment(row.recorded_at),
      facts: [
        [null, word(row.status)],
        ['Since', day(row.onset_on)],
        ['Resolved', day(row.resolved_on)],
        ['Note', row.note],
      ],
    }),
  },
  medicines: {
    title: 'Medicines from elsewhere',
    entry: (row, { day, moment }) => ({
      head: row.name,
      side: moment(row.recorded_at),
      facts: [
        [null, row.directions],
        ['Reason', row.reason],
        [null, span(day(row.started_on), day(row.stopped_on))],
        ['Stopped because', row.stop_reason],
      ],
    }),
  },
}

const care: {
  [K in 'visits' | 'vital_signs' | 'diagnoses' | 'consultations' | 'referrals' | 'prescriptions' | 'laboratory_results']: Section<RowOf<K>>
} = {
  visits: {
    title: 'Visits',
    entry: (row, { word, moment }) => ({
      head: row.reason,
      side: moment(row.started_at),
      facts: [
        ['Visit', row.number],
        ['Doctor', row.doctor],
        ['Priority', word(row.priority)],
        ['Ended', moment(row.ended_at)],
      ],
    }),
  },
  vital_signs: {
    title: 'Vital signs',
    entry: (row, { t, word, moment, yes }) => ({
      head: row.visit === null ? t('Measured elsewhere') : t('Visit {number}', { number: row.visit }),
      side: moment(row.taken_at),
      facts: [
        ['Temperature', measure(row.temperature, '°C')],
        ['Blood pressure', row.systolic === null ? null : `${row.systolic}/${row.diastolic ?? '–'} mmHg`],
        ['Pulse', measure(row.pulse, '/min')],
        ['Breathing', measure(row.respiration, '/min')],
        ['Oxygen saturation', measure(row.spo2, '%')],
        ['On oxygen', yes(row.on_oxygen)],
        ['Oxygen flow', measure(row.oxygen_flow, 'l/min')],
        ['Consciousness', word(row.consciousness)],
        ['Pain', measure(row.pain, '/ 10')],
        ['Blood glucose', measure(row.glucose, 'mmol/l')],
        ['Height', measure(row.height, 'cm')],
        ['Weight', measure(row.weight, 'kg')],
        ['Upper arm', measure(row.muac, 'mm')],
        ['Head', measure(row.head_circumference, 'cm')],
      ],
    }),
  },
  diagnoses: {
    title: 'Diagnoses',
    entry: (row, { word, moment }) => ({
      head: [row.code, row.title].filter(Boolean).join(' '),
      side: moment(row.recorded_at),
      facts: [
        [null, word(row.certainty)],
        ['Visit', row.visit],
      ],
    }),
  },
  consultations: {
    title: 'Doctor’s notes',
    entry: (row, { word, day, moment }) => ({
      head: row.doctor,
      side: moment(row.signed_at),
      facts: [
        ['Visit', row.visit],
        ['Complaint', row.complaint],
        ['History', row.history],
        ['Examination', row.examination],
        ['Note', row.note],
        ['Plan', row.plan],
        ['Outcome', word(row.disposition)],
        ['Follow-up', day(row.follow_up_on)],
        ...row.addenda.map(({ at, by, text }): Fact => ['Addendum', `${moment(at)}, ${by}: ${text}`]),
      ],
    }),
  },
  referrals: {
    title: 'Referrals',
    entry: (row, { word, moment }) => ({
      head: [row.to, row.service].filter(Boolean).join(' · '),
      side: moment(row.referred_at),
      facts: [
        ['Referred by', row.referred_by],
        ['Status', word(row.status)],
        ['Replied', moment(row.replied_at)],
      ],
    }),
  },
  prescriptions: {
    title: 'Prescriptions',
    entry: (row, { t, word, moment }) => ({
      head: t('Visit {number}', { number: row.visit }),
      side: moment(row.written_at),
      facts: [
        ['Status', word(row.status)],
        ...row.lines.flatMap((line): Fact[] => [
          [null, [line.medicine, quantity(line.quantity), line.directions].filter(Boolean).join(' · ')],
          ['Prescribed by', line.prescribed_by],
          ['Cancelled', line.cancelled_at && [moment(line.cancelled_at), line.cancel_reason].filter(Boolean).join(', ')],
          ...line.dispensed.map(({ at, medicine, units }): Fact => [
            'Given',
            `${moment(at)}: ${medicine}${units === null ? '' : ` × ${units}`}`,
          ]),
        ]),
      ],
    }),
  },
  laboratory_results: {
    title: 'Laboratory results',
    entry: (row, { word, moment }) => ({
      head: `${row.test}: ${[row.result, row.unit].filter(Boolean).join(' ')}`,
      side: moment(row.observed_at),
      facts: [
        ['Normal', row.normal || (row.low === null && row.high === null ? null : `${row.low ?? ''} – ${row.high ?? ''}`)],
        [null, row.flag === 'normal' ? null : word(row.flag)],
        ['Comment', row.comment],
        ['Approved', moment(row.approved_at)],
      ],
    }),
  },
}

export const careSections = { ...background, ...care }
