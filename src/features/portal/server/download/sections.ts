import { modeName } from '#features/billing/rules.ts'
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
    title: 'Identity documents',
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
        ['Phone', phone],
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
        ['Source', word(row.source)],
        ['Last period', day(row.last_period)],
        ['Due date', day(row.due_date)],
        ['Dating method', word(row.dated_by)],
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
        [null, row.plain_title],
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
            'Dispensed',
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

const careSections = { ...background, ...care }

const bills: Section<DataRow<'bills'>> = {
  title: 'Bills',
  entry: (row, { word, day, money, number }) => ({
    head: row.number,
    side: day(row.issued_on),
    facts: [
      [null, word(row.status)],
      ['Total', money(row.total)],
      ['Insurer', row.insurer === null ? null : `${row.insurer}, ${money(row.insurer_total)}`],
      ['Your share', money(row.patient_total)],
      ['Paid', money(row.paid)],
      ['Credited', money(row.credited)],
      ['Balance due', money(row.still_due)],
      ...row.lines.map((line): Fact => [null, `${line.name} × ${number(quantity(line.quantity))} · ${money(line.total)}`]),
      ...row.credit_notes.map((note): Fact => [
        'Credit note',
        `${note.number}, ${day(note.issued_on)}: ${money(note.total)}, ${note.reason}`,
      ]),
    ],
  }),
}
const receipts: Section<DataRow<'receipts'>> = {
  title: 'Payments and receipts',
  entry: (row, { t, word, day, money }) => ({
    head: row.number,
    side: day(row.received_on),
    facts: [
      [null, word(row.kind)],
      ['Total', money(row.total)],
      ['Reason', row.reason],
      ...row.payments.map((paid): Fact => [
        modeName(paid.mode, t),
        [money(paid.amount), paid.reference, ...paid.bills].filter(Boolean).join(' · '),
      ]),
    ],
  }),
}
const appointments: Section<DataRow<'appointments'>> = {
  title: 'Appointments',
  entry: (row, { word, moment }) => ({
    head: row.reason,
    side: moment(row.starts_at),
    facts: [
      ['Number', row.number],
      ['Status', word(row.status)],
      ['Doctor', row.doctor],
      ['Service', row.service],
    ],
  }),
}
const documents: Section<DataRow<'documents'>> = {
  title: 'Documents',
  entry: (row, { t, word, day, moment }) => ({
    head: row.title,
    side: moment(row.added_at),
    facts: [
      [null, word(row.kind)],
      ['Date', day(row.document_date)],
      ['File', row.file],
      [null, row.is_from_patient ? t('Sent by you') : null],
    ],
  }),
}
const prescription_requests: Section<DataRow<'prescription_requests'>> = {
  title: 'Prescriptions you sent',
  entry: (row, { word, moment }) => ({
    head: word(row.status) ?? '',
    side: moment(row.sent_at),
    facts: [
      ['Note', row.note],
      ['Answer', word(row.answer)],
      ...row.remarks.map(({ at, is_mine, text }): Fact => [is_mine ? 'You' : 'The clinic', `${moment(at)}: ${text}`]),
    ],
  }),
}
const laboratory_requests: Section<DataRow<'laboratory_requests'>> = {
  title: 'Laboratory requests you sent',
  entry: (row, { word, moment }) => ({
    head: row.tests,
    side: moment(row.sent_at),
    facts: [
      [null, word(row.status)],
      ['Preferred date', moment(row.wanted_at)],
      ['Note', row.note],
      ['Answer', row.answer],
    ],
  }),
}
const messages: Section<DataRow<'messages'>> = {
  title: 'Messages to you',
  entry: (row, { word, moment }) => ({
    head: row.subject || row.address,
    side: moment(row.sent_at),
    facts: [
      [null, word(row.channel)],
      ['To', row.subject ? row.address : null],
      [null, row.text],
    ],
  }),
}
const whoWords = { you: 'You', staff: '', other: 'Another account', nobody: 'The clinic’s system' } as const
const access_log: Section<AccessSeen> = {
  title: 'Who viewed your record',
  entry: (row, { t, moment }) => ({
    head: row.who ?? t(whoWords[row.by]),
    side: moment(row.at),
    facts: [
      [null, row.profession === null ? null : t(row.profession)],
      [null, t(row.words.did, { what: t(row.words.what ?? '') })],
      [null, row.times === 1 ? null : `× ${row.times}`],
    ],
  }),
}

/** Every kind, in the order in which the paper tells it. */
export const sections: { [K in Kind]: Section<never> } = {
  ...careSections,
  bills,
  receipts,
  appointments,
  documents,
  prescription_requests,
  laboratory_requests,
  messages,
  access_log,
}
