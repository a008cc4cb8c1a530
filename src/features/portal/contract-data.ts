import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { patientFields } from '#features/patients/record.ts'
import { fields } from '#shared/paging.ts'
import { having, keptShape } from '#shared/record.ts'
import { AccessSeen } from './contract.ts'

/** Rows of one kind, at most: beyond it the newest are told, and `cut` says so. */
export const MOST_ROWS = 5_000

const text = z.string()
const maybe = z.string().nullable()
/** A calendar day, YYYY-MM-DD. */
const day = z.string().nullable()
/** An instant within a row's own list: ISO 8601, UTC. */
const moment = z.string()
/** A decimal number; of money in the clinic's currency. */
const decimal = z.string()
const measured = z.number().nullable()

const Identity = z.object({
  number: text,
  ...keptShape(having(patientFields, 'own', 'read')),
  ...keptShape(having(patientFields, 'own', 'write')),
  registered_at: Instant,
  last_visit_at: Instant.nullable(),
  /** When the clinic recorded that there are no known allergies; null where it lists some, or has not asked. */
  no_known_allergies_at: Instant.nullable(),
  /** The last day on which the clinic recorded that the patient is not pregnant; null where it never did. */
  not_pregnant_on: day,
  /** The death that is recorded, with its wall-clock time and cause where they are known; null for the living. */
  died_on: day,
  died_at: maybe,
  cause_of_death: maybe,
})

const background = {
  identifiers: z.object({ kind: text, value: text, issuer: maybe }),
  insurances: z.object({ name: text, member_number: maybe, valid_until: day }),
  next_of_kin: z.object({
    first_name: text,
    second_name: text,
    relationship: text,
    phone: maybe,
    email: maybe,
    residence: maybe,
    ended_at: Instant.nullable(),
  }),
  allergies: z.object({
    substance: text,
    category: text,
    severity: text,
    reaction: maybe,
    is_intolerance: z.boolean(),
    recorded_at: Instant,
    ended_at: Instant.nullable(),
    end_reason: maybe,
  }),
  pregnancies: z.object({
    recorded_on: text,
    /** Where it is known from. */
    source: text,
    last_period: day,
    due_date: day,
    dated_by: maybe,
    /** Null: it has not ended. */
    outcome: maybe,
    ended_on: day,
    note: maybe,
  }),
  problems: z.object({
    code: maybe,
    title: text,
    status: text,
    onset_on: day,
    resolved_on: day,
    note: maybe,
    recorded_at: Instant,
  }),
  medicines: z.object({
    name: text,
    directions: maybe,
    reason: maybe,
    started_on: day,
    stopped_on: day,
    stop_reason: maybe,
    recorded_at: Instant,
  }),
}

const care = {
  visits: z.object({
    number: text,
    started_at: Instant,
    ended_at: Instant.nullable(),
    reason: text,
    priority: text,
    doctor: maybe,
  }),
  /** Degrees Celsius, mmHg, beats and breaths a minute, %, litres a minute, mmol/l, cm, kg; the arm (`muac`) in mm. */
  vital_signs: z.object({
    taken_at: Instant,
    visit: maybe,
    temperature: measured,
    pulse: measured,
    systolic: measured,
    diastolic: measured,
    respiration: measured,
    spo2: measured,
    on_oxygen: z.boolean().nullable(),
    oxygen_flow: measured,
    consciousness: maybe,
    pain: measured,
    glucose: measured,
    height: measured,
    weight: measured,
    muac: measured,
    head_circumference: measured,
  }),
  /** `plain_title`: the diagnosis in plain words, where its title is none. */
  diagnoses: z.object({
    visit: text,
    code: maybe,
    title: text,
    plain_title: maybe,
    certainty: text,
    is_primary: z.boolean(),
    recorded_at: Instant,
  }),
  consultations: z.object({
    visit: text,
    doctor: text,
    signed_at: Instant,
    complaint: text,
    history: text,
    examination: text,
    note: text,
    plan: text,
    disposition: maybe,
    follow_up_on: day,
    addenda: z.array(z.object({ at: moment, by: text, text })),
  }),
  referrals: z.object({
    visit: text,
    referred_at: Instant,
    referred_by: text,
    type: text,
    to: maybe,
    service: maybe,
    is_urgent: z.boolean(),
    status: text,
    replied_at: Instant.nullable(),
  }),
  prescriptions: z.object({
    visit: text,
    written_at: Instant,
    starts_on: day,
    status: maybe,
    lines: z.array(
      z.object({
        medicine: text,
        /** How it is taken, in plain words. */
        directions: text,
        quantity: decimal,
        prescribed_by: text,
        cancelled_at: moment.nullable(),
        cancel_reason: maybe,
        dispensed: z.array(z.object({ at: moment, medicine: text, units: z.number().nullable() })),
      }),
    ),
  }),
  laboratory_results: z.object({
    test: text,
    code: text,
    result: text,
    unit: maybe,
    flag: maybe,
    low: measured,
    high: measured,
    /** What is normal, where it is words. */
    normal: text,
    comment: text,
    observed_at: Instant,
    approved_at: Instant,
  }),
}

const money = {
  bills: z.object({
    number: text,
    issued_on: day,
    status: maybe,
    insurer: maybe,
    total: decimal,
    insurer_total: decimal,
    patient_total: decimal,
    paid: decimal,
    credited: decimal,
    still_due: decimal.nullable(),
    lines: z.array(z.object({ name: text, quantity: decimal, unit_price: decimal, total: decimal })),
    credit_notes: z.array(z.object({ number: text, issued_on: text, reason: text, total: decimal })),
  }),
  receipts: z.object({
    number: text,
    kind: text,
    received_on: text,
    total: decimal,
    reason: maybe,
    payments: z.array(z.object({ mode: text, amount: decimal, reference: maybe, bills: z.array(text) })),
  }),
}

const contact = {
  appointments: z.object({
    number: text,
    starts_at: Instant,
    ends_at: Instant,
    reason: text,
    status: text,
    doctor: maybe,
    service: maybe,
  }),
  documents: z.object({
    title: text,
    kind: text,
    document_date: day,
    added_at: Instant,
    is_from_patient: z.boolean(),
    file: maybe,
    /** Where the document is read and its file is to be had, at the clinic's address. */
    page: text,
  }),
  prescription_requests: z.object({
    sent_at: Instant,
    status: text,
    note: maybe,
    answer: maybe,
    remarks: z.array(z.object({ at: moment, is_mine: z.boolean(), text })),
  }),
  laboratory_requests: z.object({ sent_at: Instant, tests: text, wanted_at: Instant, status: text, note: text, answer: text }),
  messages: z.object({ sent_at: Instant, channel: text, address: text, subject: text, text }),
}

/** Everything of which there may be many, in the order in which it is told. */
export const dataKinds = { ...background, ...care, ...money, ...contact } as const
export type DataKind = keyof typeof dataKinds
export type DataRow<K extends DataKind> = z.output<(typeof dataKinds)[K]>

type Lists = { [K in DataKind]: z.ZodArray<(typeof dataKinds)[K]> }
const lists = Object.fromEntries(Object.entries(dataKinds).map(([kind, row]) => [kind, z.array(row)])) as unknown as Lists

/**
 * Everything the clinic holds of a patient that is theirs to read, newest first. The format's name changes when a field goes or means
 * something else; fields may be added.
 */
export const PatientData = z
  .object({
    format: z.literal('kliniki-patient-1'),
    made_at: Instant,
    clinic: z.object({ name: text, currency: text, time_zone: text }),
    patient: Identity,
    ...lists,
    /** Who looked at the record in the last twelve months. */
    access_log: z.array(AccessSeen.omit({ words: true, id: true })),
    /** Kinds of which there is more than was told, and how many newest were. */
    cut: z.array(z.object({ kind: text, shown: z.int() })),
    /** What is not in here, and why. */
    left_out: z.array(text),
  })
  .meta({ id: 'PatientData' })
export type PatientData = z.output<typeof PatientData>

export const downloadOwnData = endpoint({
  method: 'GET',
  path: '/portal/data/',
  summary:
    'Everything of the patient who is signed in that is theirs to read, for other systems, or as PDF to read; five times an hour; 409 `not_linked`',
  access: 'patient',
  audit: 'read',
  offers: ['application/pdf'],
  /** Of the PDF; the patient's or the clinic's unless it is named. */
  query: fields({ language: z.enum(['en', 'sw', 'fr']).optional() }),
  response: PatientData,
})

export const getOwnDownloads = endpoint({
  method: 'GET',
  path: '/portal/data/last/',
  summary: 'When the patient who is signed in last downloaded their record; null for never; 409 `not_linked`',
  access: 'patient',
  live: ['portal'],
  response: z.object({ downloaded_at: Instant.nullable() }).meta({ id: 'PortalDownload' }),
})
