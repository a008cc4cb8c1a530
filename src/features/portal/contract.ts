import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, pageQuery, ById, Ref } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { DirectionsInput } from '#features/directions/contract.ts'
import { PrescriptionRequest } from '#features/pharmacy/contract-requests.ts'
import { refillRefusals, type RefillRefusal } from '#features/pharmacy/rules.ts'
import { Flag } from '#features/laboratory/contract-fields.ts'

const accessKinds = ['read', 'changed', 'printed'] as const
export type AccessKind = (typeof accessKinds)[number]

/**
 * Something that was done with a patient's record; the same by the same person within ten minutes is one entry. Names and professions, but
 * never how to reach somebody, nor from where they looked.
 */
export const AccessSeen = z
  .object({
    id: z.int(),
    /** The last time. */
    at: Instant,
    /** The first of these times. */
    since: Instant,
    times: z.int(),
    kind: z.enum(accessKinds),
    /** `other`: an account that is not of the staff. `nobody`: the clinic's own program, or somebody with a link that the clinic sent. */
    by: z.enum(['you', 'staff', 'other', 'nobody']),
    /** First and last name, of staff alone. */
    who: z.string().nullable(),
    profession: z.string().nullable(),
    /** In plain words: Read your laboratory results. */
    what: z.string(),
    /** The same in two parts, as they are translated: `Read {what}` and `your laboratory results`. */
    words: z.object({ did: z.string(), what: z.string().nullable() }),
  })
  .meta({ id: 'AccessSeen' })
export type AccessSeen = z.output<typeof AccessSeen>

export const listOwnAccess = endpoint({
  method: 'GET',
  path: '/portal/access-log/',
  summary:
    'Who read, changed or printed the record of the patient who is signed in, newest first, but what they read themselves; 409 `not_linked`',
  access: 'patient',
  live: ['portal'],
  paged: true,
  query: fields({
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
    kind: z.enum(accessKinds).optional(),
    /** Days in the clinic, both included. */
    from: z.iso.date().optional(),
    until: z.iso.date().optional(),
  }),
  response: z.array(AccessSeen),
})

const Appointment = z.object({
  id: z.int(),
  starts_at: Instant,
  doctor_name: z.string().nullable(),
  service_name: z.string().nullable(),
  is_confirmed: z.boolean(),
})

/** What a patient's own record says first. Money in the clinic's currency. */
export const OwnOverview = z
  .object({
    name: z.string(),
    /** The patient number, as on the card. */
    number: z.string(),
    last_visit_at: Instant.nullable(),
    /** The next that is neither over nor called off; null for none. */
    next_appointment: Appointment.nullable(),
    results: z.object({
      /** How many requests have a result that was not looked at yet. */
      new_count: z.int(),
      /** The latest of which there is a result, looked at or not. */
      newest: z.object({ id: z.int(), date: z.iso.date(), tests: z.array(z.string()) }).nullable(),
    }),
    /** What to take now: how many medicines, and the first three of them. */
    medicines: z.object({
      count: z.int(),
      first: z.array(z.object({ name: z.string(), ends_on: z.iso.date().nullable(), is_ending: z.boolean() })),
    }),
    /** What is to be paid of issued bills, and what was paid ahead. */
    balance: z.object({ owed: z.string(), deposit: z.string() }),
    /** Prescriptions that were sent in and about which the pharmacy has asked something. */
    question_count: z.int(),
    document_count: z.int(),
  })
  .meta({ id: 'PortalRecord' })
export type OwnOverview = z.output<typeof OwnOverview>

export const PortalOverview = z
  .object({
    is_linked: z.boolean(),
    /** Null for an account that is not linked with a record yet. */
    record: OwnOverview.nullable(),
    announcements: z.object({
      unread: z.int(),
      /** The three that stand first. */
      first: z.array(z.object({ id: z.int(), title: z.string(), announced_at: Instant, is_unread: z.boolean() })),
    }),
  })
  .meta({ id: 'PortalOverview' })
export type PortalOverview = z.output<typeof PortalOverview>

export const getPortalOverview = endpoint({
  method: 'GET',
  path: '/portal/overview/',
  summary: 'What a patient sees first: of their own record, unless their account is linked with none yet, and what the clinic announces',
  access: 'patient',
  live: ['portal'],
  response: PortalOverview,
})

/** An issued bill as its patient reads it. Money in the clinic's currency. */
export const OwnBill = z
  .object({
    id: z.int(),
    number: z.string(),
    /** The day of the clinic on which it was issued. */
    date: z.iso.date(),
    issued_at: Instant,
    status: z.enum(['issued', 'part-paid', 'paid', 'credited']),
    total: z.string(),
    /** What insurance pays, and who that is. */
    insurer_total: z.string(),
    insurer_name: z.string().nullable(),
    /** What the patient pays, what of it was paid and credited, and what is still due; negative when money has to go back. */
    own_total: z.string(),
    paid: z.string(),
    credited: z.string(),
    due: z.string(),
  })
  .meta({ id: 'OwnBill' })
export type OwnBill = z.output<typeof OwnBill>

export const listOwnBills = endpoint({
  method: 'GET',
  path: '/portal/bills/',
  summary: 'A patient’s own issued bills, newest first; 409 `not_linked`',
  access: 'patient',
  paged: true,
  live: ['portal'],
  query: fields(pageQuery),
  response: z.array(OwnBill),
})

/** A bill with what is on it, what was paid of it, and what was credited. */
export const OwnBillDetails = OwnBill.extend({
  lines: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      quantity: z.string(),
      amount: z.string(),
      insurer_amount: z.string(),
      own_amount: z.string(),
      credited: z.string(),
    }),
  ),
  /** What the patient paid of it, got back, and what was taken back; negative when money went out. */
  receipts: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      kind: z.enum(['payment', 'refund', 'reversal']),
      date: z.iso.date(),
      amount: z.string(),
      /** Cash, card and so on. */
      ways: z.array(z.string()),
      is_taken_back: z.boolean(),
    }),
  ),
  credit_notes: z.array(z.object({ id: z.int(), number: z.string(), date: z.iso.date(), reason: z.string(), total: z.string() })),
}).meta({ id: 'OwnBillDetails' })
export type OwnBillDetails = z.output<typeof OwnBillDetails>

export const getOwnBill = endpoint({
  method: 'GET',
  path: '/portal/bills/{id}/',
  summary: 'Read an own bill with its lines, receipts and credit notes; 404 for another’s and for a draft; 409 `not_linked`',
  access: 'patient',
  audit: 'read',
  live: ['portal'],
  params: ById,
  response: OwnBillDetails,
})

const ownPrint = {
  eyes: 'clinic',
  method: 'GET',
  access: 'patient',
  audit: 'read',
  produces: 'application/pdf',
  params: ById,
  perMinute: 20,
  query: fields({}),
  response: z.unknown(),
} as const

export const printOwnBill = endpoint({
  ...ownPrint,
  path: '/portal/bills/{id}/pdf/',
  summary: 'An own bill as the clinic prints it; every print after the first says that it is a duplicate; 409 `not_linked`',
})
export const printOwnReceipt = endpoint({
  ...ownPrint,
  path: '/portal/receipts/{id}/pdf/',
  summary: 'An own receipt as the clinic prints it; 409 `not_linked`',
})

export const OwnBalance = z
  .object({
    /** What the patient owes on all issued bills together; nought when the clinic owes them. */
    owed: z.string(),
    /** What the clinic has of the patient's and has to give back. */
    deposit: z.string(),
    currency: z.string(),
    /** What stands on bills that are not issued yet, as far as it has a price; null for nothing. */
    unbilled: z.object({ amount: z.string(), is_complete: z.boolean() }).nullable(),
    /** In which ways the clinic takes money, the usual one first. */
    ways: z.array(z.string()),
  })
  .meta({ id: 'OwnBalance' })
export type OwnBalance = z.output<typeof OwnBalance>

export const getOwnBalance = endpoint({
  method: 'GET',
  path: '/portal/balance/',
  summary: 'What a patient owes, what the clinic owes them, and how they can pay; 409 `not_linked`',
  access: 'patient',
  live: ['portal'],
  query: fields({}),
  response: OwnBalance,
})

const taking = {
  name: z.string(),
  /** As it was read; null where it could not be, and of what comes from elsewhere. */
  structure: DirectionsInput.nullable(),
  /** How it is taken, in plain words, in English. */
  words: z.string(),
}
const refill = {
  /** Why it cannot be asked for again; null where it can. */
  refill_refusal: z.enum(Object.keys(refillRefusals) as [RefillRefusal, ...RefillRefusal[]]).nullable(),
}

/** What a patient takes now. */
export const OwnMedicine = z
  .object({
    /** Prescribed here, or told from elsewhere. */
    origin: z.enum(['prescribed', 'elsewhere']),
    /** The prescribed line, or the medicine from elsewhere. */
    id: z.int(),
    ...taking,
    since: z.string().nullable(),
    /** The last day; null where nobody said. */
    until: z.string().nullable(),
    is_ending: z.boolean(),
    ...refill,
  })
  .meta({ id: 'PortalMedicine' })
export type OwnMedicine = z.output<typeof OwnMedicine>

export const listOwnMedicines = endpoint({
  method: 'GET',
  path: '/portal/medicines/',
  summary: 'What a patient takes now: prescribed here and neither stopped nor over, or told from elsewhere; 409 `not_linked`',
  access: 'patient',
  audit: 'read',
  live: ['portal'],
  query: fields({}),
  response: z.array(OwnMedicine),
})

/** One prescribed medicine. */
export const OwnLine = z
  .object({
    id: z.int(),
    ...taking,
    /** What it is counted in, such as tablet. */
    unit: z.string().nullable(),
    quantity: z.string(),
    quantity_dispensed: z.string(),
    since: z.string(),
    until: z.string().nullable(),
    is_current: z.boolean(),
    /** What was handed out and did not come back, oldest first: perhaps something else in its place. */
    dispensed: z.array(z.object({ at: Instant, name: z.string(), unit: z.string().nullable(), quantity: z.string() })),
    /** It is not to be taken any more, since when, and why. */
    stopped: z.object({ at: Instant, reason: z.string(), is_replaced: z.boolean() }).nullable(),
    /** Nothing more of it is handed out, and why. */
    not_dispensed_reason: z.string().nullable(),
    ...refill,
  })
  .meta({ id: 'PortalPrescribedDrug' })
export type OwnLine = z.output<typeof OwnLine>

export const OwnPrescription = z
  .object({
    id: z.int(),
    /** The day in the clinic on which the first of it was prescribed. */
    date: z.iso.date(),
    prescribed_by_name: z.string(),
    lines: z.array(OwnLine),
  })
  .meta({ id: 'PortalPrescription' })
export type OwnPrescription = z.output<typeof OwnPrescription>

export const listOwnPrescriptions = endpoint({
  method: 'GET',
  path: '/portal/prescriptions/',
  summary: 'A patient’s own prescriptions with their lines, newest first, what was stopped too; 409 `not_linked`',
  access: 'patient',
  audit: 'read',
  paged: true,
  live: ['portal'],
  query: fields(pageQuery),
  response: z.array(OwnPrescription),
})

export const createRefillRequest = endpoint({
  method: 'POST',
  path: '/portal/refill-requests/',
  summary:
    'Ask the pharmacy for medicines again that were prescribed before. 409 `asked` for one that is asked for already, 400 that says of each line why it may not be; 409 `not_linked`, `deactivated`',
  access: 'patient',
  perMinute: 20,
  body: fields({
    /** Prescribed lines by id. */
    lines: z.array(Ref).min(1, 'Choose at least one medicine.').max(20),
    note: line(500).optional(),
  }),
  status: 201,
  response: PrescriptionRequest,
})

const counts = {
  /** How many of its results are told at the clinic; neither their values nor their names are said. */
  at_clinic: z.int(),
  /** How many of its tests are still in progress. */
  pending: z.int(),
}

/** Tests that were asked for together, as far as their patient may see what was found. */
export const OwnResults = z
  .object({
    id: z.int(),
    /** The day in the clinic on which the latest of it was taken, or on which it was asked for. */
    date: z.iso.date(),
    requested_at: Instant,
    /** What was asked for and is released: profiles and tests by name, in the order of the report. */
    tests: z.array(z.string()),
    released: z.int(),
    /** How many of the released results are not within their usual range. */
    outside: z.int(),
    /** Something of it was released, or corrected, since the patient last looked. */
    is_new: z.boolean(),
    ...counts,
  })
  .meta({ id: 'PortalResults' })
export type OwnResults = z.output<typeof OwnResults>

export const listOwnResults = endpoint({
  method: 'GET',
  path: '/portal/results/',
  summary: 'A patient’s own laboratory results as they are released: requests of which there is one, newest first; 409 `not_linked`',
  access: 'patient',
  audit: 'read',
  paged: true,
  live: ['portal'],
  query: fields(pageQuery),
  response: z.array(OwnResults),
})

const Limit = z.string().nullable()
const OwnValue = z.object({
  id: z.int(),
  taken_at: Instant,
  result: z.string(),
  /** UCUM; null of words, and of what is no number. */
  unit: z.string().nullable(),
  /** As a number; null of words, of what is no number, and where it is only known to lie beyond one. */
  value: z.string().nullable(),
  flag: Flag.nullable(),
})
/** One released result. */
export const OwnResult = OwnValue.extend({
  name: z.string(),
  /** The profile that it was asked for in. */
  profile: z.string().nullable(),
  /** What the test is, in plain words; empty where the laboratory wrote none. */
  explanation: z.string(),
  method: z.string(),
  /** What it was held against. */
  low: Limit,
  high: Limit,
  range_text: z.string(),
  comment: z.string(),
  approved_at: Instant,
  /** It takes the place of another that was wrong, which is not shown any more. */
  is_corrected: z.boolean(),
  is_new: z.boolean(),
  /** Earlier released results of the same test in the same unit, oldest first; the latest twelve. */
  previous: z.array(OwnValue),
}).meta({ id: 'PortalResult' })
export type OwnResult = z.output<typeof OwnResult>

export const getOwnResults = endpoint({
  method: 'GET',
  path: '/portal/results/{id}/',
  summary: 'The released results of one of the patient’s own requests; 404 for another’s, and as long as there is none; 409 `not_linked`',
  access: 'patient',
  audit: 'read',
  live: ['portal'],
  params: ById,
  response: z
    .object({ id: z.int(), requested_at: Instant, requested_by_name: z.string(), ...counts, results: z.array(OwnResult) })
    .meta({ id: 'PortalRequestResults' }),
})

export const printOwnResults = endpoint({
  method: 'GET',
  path: '/portal/results/{id}/pdf/',
  summary:
    'The laboratory’s report of one of the patient’s own requests as PDF, released results alone; 409 `nothing_approved`, `not_linked`',
  access: 'patient',
  audit: 'read',
  perMinute: 20,
  params: ById,
  produces: 'application/pdf',
  response: z.string(),
})

export const markResultsRead = endpoint({
  method: 'POST',
  path: '/portal/results/{id}/read/',
  summary: 'The patient has looked at the results of a request: those that are named, or all that are released; 409 `not_linked`',
  access: 'patient',
  // The reading itself has left its row.
  audit: 'none',
  params: ById,
  body: fields({ results: z.array(Ref).min(1).max(500).optional() }),
  status: 200,
  response: z.object({ id: z.int(), is_new: z.boolean() }),
})
