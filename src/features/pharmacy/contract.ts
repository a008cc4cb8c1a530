import { z } from 'zod'
import { PatientId, ById, fields, Id, pageQuery, Ref, patchOf } from '#shared/paging.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Quantity } from '#shared/money.ts'
import { line } from '#shared/text.ts'
import { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { AllergyStatus, PregnancySummary } from '#features/patients/contract-summaries.ts'
import { Prescription, PrescribedDrug } from '#features/prescriptions/contract.ts'
import { Count, Day, Reason } from '#features/stock/contract-items.ts'

/** Units out of one batch; the batch is null of what was handed out before it was kept by batch. */
export const GivenBatch = z.object({
  batch: z.int(),
  lot: z.string(),
  expires_on: z.string().nullable(),
  units: z.int(),
  /** Of these came back. */
  returned: z.int(),
})

/** One line of what went over the counter. */
export const DispenseItem = z
  .object({
    id: z.int(),
    /** The prescribed line; null of a sale. */
    line: z.int().nullable(),
    item: z.int(),
    item_name: z.string(),
    unit: z.string().nullable(),
    units: z.int(),
    /** So much of the prescribed line it covers. */
    covers: z.string().nullable(),
    /** The item that was prescribed, where another was handed out. */
    prescribed_item_name: z.string().nullable(),
    substitution_reason: z.string(),
    batch_reason: z.string(),
    is_scanned: z.boolean(),
    /** How it is taken, in plain words, in English; empty where nobody said. */
    words: z.string(),
    returned: z.int(),
    batches: z.array(GivenBatch),
  })
  .meta({ id: 'DispenseItem' })

const docFields = {
  id: z.int(),
  number: z.string(),
  kind: z.enum(['prescription', 'sale']),
  store: z.int(),
  store_name: z.string(),
  prescription: z.int().nullable(),
  visit: z.int().nullable(),
  patient: PatientId.nullable(),
  patient_name: z.string().nullable(),
  patient_number: z.string().nullable(),
  customer_name: z.string().nullable(),
  /** The bill of a sale. */
  invoice: z.int().nullable(),
  invoice_number: z.string().nullable(),
  note: z.string(),
  unpaid_reason: z.string(),
  dispensed_at: Instant,
  dispensed_by: z.int(),
  dispensed_by_name: z.string(),
}

/** What went over the counter at once. */
export const Dispense = z.object({ ...docFields, items: z.array(DispenseItem) }).meta({ id: 'Dispense' })
export type Dispense = z.output<typeof Dispense>

/** The most lines that go over the counter at once. */
export const MOST_LINES = 50

/** A batch on the shelf that may be handed out. */
export const ShelfBatch = z.object({
  batch: z.int(),
  lot: z.string(),
  expires_on: z.string().nullable(),
  quantity: z.int(),
  /** It expires before the course would end. */
  ends_too_soon: z.boolean(),
})
const shelf = {
  /** Null: not kept in stock. */
  on_hand: z.int().nullable(),
  /** Those that expire first come first; at most 20. */
  batches: z.array(ShelfBatch),
  unit_price: z.string().nullable(),
}

/** A line as it stands at the counter. */
export const CounterLine = PrescribedDrug.extend({
  ...shelf,
  /** Units that are still to be handed out, whole. */
  units_left: z.int(),
  is_paid: z.boolean(),
  is_controlled: z.boolean(),
  /** It is too old to be filled. */
  is_expired: z.boolean(),
  /** What was handed out of it so far. */
  given: z.array(
    z.object({
      dispense: z.int(),
      number: z.string(),
      item_name: z.string(),
      units: z.int(),
      returned: z.int(),
      at: Instant,
      by_name: z.string(),
    }),
  ),
}).meta({ id: 'CounterLine' })

/** All that the counter has to know of a prescription, in one reply. */
export const CounterPrescription = Prescription.extend({
  track_number: z.string(),
  track: z.string(),
  is_visit_open: z.boolean(),
  age: z.int().nullable(),
  gender: z.string(),
  date_of_birth: z.string().nullable(),
  weight: z.string().nullable(),
  /** Whether it is warned of as of a pregnancy; null: not known. */
  is_pregnant: z.boolean().nullable(),
  pregnancy: PregnancySummary.nullable(),
  language: z.string().nullable(),
  allergies: z.array(
    z.object({ substance: z.string(), severity: z.string(), reaction: z.string().nullable(), is_intolerance: z.boolean() }),
  ),
  allergy_status: AllergyStatus,
  payer_name: z.string().nullable(),
  /** What the patient still owes for it; null to who may not see prices. */
  due: z.string().nullable(),
  /** Nothing is handed out before it is paid. */
  pay_first: z.boolean(),
  /** All that is open of it is too old to be filled. */
  is_expired: z.boolean(),
  store: z.int(),
  store_name: z.string(),
  prescribed_drugs: z.array(CounterLine),
  /** What the safety rules say now about what is left. */
  warnings: z.array(SafetyWarning),
  /** Of these the caller gave a reason when something of it was handed out before: a stop that is not here needs one, next to the prescriber's. */
  settled: z.array(z.string()),
}).meta({ id: 'CounterPrescription' })
export type CounterPrescription = z.output<typeof CounterPrescription>

export const getCounterPrescription = endpoint({
  method: 'GET',
  path: '/pharmacy/prescriptions/{id}/',
  summary: 'A prescription as the counter needs it: lines with shelf, batches, price and payment, warnings of now, allergies',
  access: 'prescriptions.dispense',
  audit: 'read',
  live: ['prescriptions', 'billing', 'stock', 'patients'],
  params: ById,
  query: fields({ store: Id.optional() }),
  response: CounterPrescription,
})

export const listSubstitutes = endpoint({
  method: 'GET',
  path: '/pharmacy/lines/{id}/substitutes/',
  summary: 'Items that hold the same substances as a prescribed line, those on the shelf first',
  access: 'prescriptions.dispense',
  live: ['stock', 'catalogue'],
  params: ById,
  query: fields({ store: Id.optional() }),
  response: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      unit: z.string().nullable(),
      form: z.string().nullable(),
      strength: z.string().nullable(),
      ...shelf,
      /** The same strength, form and unit: taken as prescribed. */
      is_alike: z.boolean(),
      /** So many units come to what is left of the line; null where that cannot be computed. */
      units_for_rest: z.int().nullable(),
    }),
  ),
})

/** Which packs of it go over the counter. */
export const fromShelf = {
  /** These batches and no others, together all the units. */
  batches: z
    .array(fields({ batch: Ref, units: Count }))
    .min(1)
    .max(20)
    .optional(),
  /** Why not those that expire first. */
  batch_reason: Reason.optional(),
  /** The code of the pack in hand: 400 when it is another item's, has expired, or is of a recalled lot. */
  scanned: line(200).optional(),
}
const DispenseLine = fields({
  /** The prescribed line. */
  line: Ref,
  /** Whole units of what is handed out; all that is left when absent. Required of another item that is not alike. */
  units: Count.optional(),
  /** Another item in its place, with a reason. */
  item: Ref.optional(),
  substitution_reason: Reason.optional(),
  /** So much of the prescribed line it covers, in the units that were prescribed; when absent, what strengths come to, else the same number. */
  covers: Quantity.optional(),
  /** How the other item is taken, as typed; what was prescribed when absent. Required of one that is not alike in strength, form and unit. */
  directions: line(300).optional(),
  ...fromShelf,
})
const dispenseBody = {
  prescription: Ref,
  /** The usual store when absent. */
  store: Ref.optional(),
  lines: z.array(DispenseLine).min(1, 'Add at least one line.').max(MOST_LINES),
  /** Why it is handed out before it is paid. */
  unpaid_reason: Reason.optional(),
  note: line(300).optional(),
  overrides: Overrides.optional(),
}

export const checkDispense = endpoint({
  method: 'POST',
  path: '/pharmacy/dispenses/check/',
  summary: 'What handing this out would come to: batches, shortages, prices and warnings. Nothing is written',
  access: 'prescriptions.dispense',
  body: fields(dispenseBody),
  response: z.object({
    lines: z.array(
      z.object({
        line: z.int(),
        item: z.int(),
        units: z.int(),
        covers: z.string(),
        batches: z.array(ShelfBatch.extend({ units: z.int() })),
        /** So many units are missing. */
        missing: z.int(),
        unit_price: z.string().nullable(),
        total_price: z.string().nullable(),
      }),
    ),
    warnings: z.array(SafetyWarning),
  }),
})

export const createDispense = endpoint({
  method: 'POST',
  path: '/pharmacy/dispenses/',
  summary:
    'Hand out lines of a prescription: stock, bill and status in one transaction. 412 when the prescription has changed since `version`; 409 `dispensed`, `refused`, `not_enough_stock` with what is left, `batch_expired`, `batch_recalled`, `unsafe` with the warnings, `unpaid`, `prescription_expired`',
  access: 'prescriptions.dispense',
  body: fields({
    ...dispenseBody,
    /** Of the prescription, as it was seen. */
    version: z.int().min(1),
  }),
  status: 201,
  response: Dispense.extend({ warnings: z.array(SafetyWarning), prescription_status: Prescription.shape.status }),
})

export const refuseLine = endpoint({
  method: 'POST',
  path: '/pharmacy/lines/{id}/refuse/',
  summary: 'Hand out nothing more of a line, with the reason; its charge goes back for what was not handed out. The prescriber sees it',
  access: 'prescriptions.dispense',
  params: ById,
  body: fields({ reason: Reason, version: z.int().min(1).optional() }),
  response: PrescribedDrug,
})
export const reopenLine = endpoint({
  method: 'POST',
  path: '/pharmacy/lines/{id}/reopen/',
  summary: 'Take a refusal back: what is left of the line waits again, and is charged again',
  access: 'prescriptions.dispense',
  params: ById,
  body: fields({ version: z.int().min(1).optional() }),
  response: PrescribedDrug,
})

export const listDispenses = endpoint({
  method: 'GET',
  path: '/pharmacy/dispenses/',
  summary: 'What went over the counter, newest first; `q` is a number, a name, or the number of a patient or a bill',
  access: 'prescriptions.view',
  audit: 'read',
  paged: true,
  live: ['prescriptions', 'stock'],
  query: fields({
    ...pageQuery,
    q: z.string().max(100).optional(),
    kind: z.enum(['prescription', 'sale']).optional(),
    prescription_id: Id.optional(),
    patient_id: Id.optional(),
    store: Id.optional(),
    item: Id.optional(),
    /** Days of the clinic, both included. */
    from: Day.optional(),
    to: Day.optional(),
  }),
  response: z.array(Dispense),
})
export const getDispense = endpoint({
  method: 'GET',
  path: '/pharmacy/dispenses/{id}/',
  summary: 'One dispensing, with its batches',
  access: 'prescriptions.view',
  audit: 'read',
  live: ['prescriptions', 'stock', 'billing'],
  params: ById,
  response: Dispense,
})

export const printLabels = endpoint({
  method: 'GET',
  path: '/pharmacy/dispenses/{id}/labels/',
  summary: 'Labels in plain words, one for each line; of one line with `item`, in another language with `language`',
  access: 'prescriptions.view',
  audit: 'read',
  params: ById,
  query: fields({ item: Id.optional(), language: z.enum(['en', 'sw', 'fr']).optional() }),
  produces: 'application/pdf',
  response: z.void(),
})
export const printSlip = endpoint({
  method: 'GET',
  path: '/pharmacy/dispenses/{id}/slip/',
  summary: 'What was handed out and what is still owed, on the paper of receipts',
  access: 'prescriptions.view',
  audit: 'read',
  params: ById,
  produces: 'application/pdf',
  response: z.void(),
})

const whole = (least: number, most: number) =>
  z.int(`Enter a whole number from ${least} to ${most}.`).min(least, `Enter at least ${least}.`).max(most, `Enter at most ${most}.`)
const settings = {
  /** Where medicines are handed out when nobody says; null: the first pharmacy in use. */
  store: Ref.nullable(),
  /** Nothing leaves the counter before it is paid. */
  pay_first: z.boolean(),
  valid_days: whole(1, 366),
  queue_days: whole(1, 366),
  /** For so many months after its last day a course may be asked for again. */
  refill_months: whole(1, 24),
  /** In millimetres. */
  label_width: whole(40, 150),
  label_height: whole(25, 150),
  /** Printed under every label. */
  label_note: z.string().trim().max(120),
}
export const PharmacySettings = z
  .object({
    ...settings,
    store: z.int().nullable(),
    label_note: z.string(),
    /** The store that is meant. */ usual_store: z.int(),
    usual_store_name: z.string(),
    version: z.int(),
  })
  .meta({ id: 'PharmacySettings' })
export const getPharmacySettings = endpoint({
  method: 'GET',
  path: '/pharmacy/settings/',
  summary: 'How the pharmacy works',
  access: 'prescriptions.view',
  live: ['prescriptions'],
  query: fields({}),
  response: PharmacySettings,
})
export const updatePharmacySettings = endpoint({
  method: 'PATCH',
  path: '/pharmacy/settings/',
  summary: 'Change how the pharmacy works from now on',
  access: 'pharmacy.settings',
  body: patchOf(fields(settings)),
  response: PharmacySettings,
})

const query = {
  item: Id.optional(),
  store: Id.optional(),
  /** Days of the clinic, both included. */
  from: Day.optional(),
  to: Day.optional(),
}

/** One entry of the register: what came or went of a controlled drug, and what was left then. */
export const RegisterEntry = z
  .object({
    id: z.int(),
    happened_at: Instant,
    item: z.int(),
    item_name: z.string(),
    unit: z.string(),
    store: z.int(),
    store_name: z.string(),
    document: z.string(),
    kind: z.string(),
    lot: z.string(),
    received: z.int(),
    issued: z.int(),
    balance: z.int(),
    patient: PatientId.nullable(),
    patient_name: z.string().nullable(),
    patient_number: z.string().nullable(),
    prescriber_name: z.string().nullable(),
    by_name: z.string().nullable(),
  })
  .meta({ id: 'ControlledRegisterEntry' })

export const listRegister = endpoint({
  method: 'GET',
  path: '/pharmacy/register/',
  summary: 'The register of controlled drugs, newest first: every unit that came or went, for whom, and what was left',
  access: 'prescriptions.dispense',
  audit: 'read',
  paged: true,
  live: ['stock'],
  query: fields({ ...pageQuery, ...query }),
  response: z.array(RegisterEntry),
})
export const printRegister = endpoint({
  method: 'GET',
  path: '/pharmacy/register/pdf/',
  summary: 'The register of one item and store over days as a PDF, oldest first; at most a year',
  access: 'prescriptions.dispense',
  audit: 'read',
  query: fields({ item: Id, store: Id, from: Day, to: Day }),
  produces: 'application/pdf',
  response: z.void(),
})
