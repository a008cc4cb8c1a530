import { sql } from 'kysely'
import { patientColumns, patientDimensions, patientJoin, patientLink } from '#features/patients/public.ts'
import { doctorDimension, doctorWords, staffJoin, staffName } from '#features/users/public.ts'
import type { ListColumn, Subject } from '#platform/questions/subject.ts'
import { drugDimension, typedDirections } from './questions-columns.ts'

const base = {
  type: 'pharmacy',
  access: ['prescriptions.view'],
  from: sql`prescribed_drugs d`,
  joins: {
    item: sql`join items i on i.id = d.item_id`,
    patient: patientJoin(sql`d.patient_id`),
    doctor: staffJoin('doctor', sql`d.prescribed_by`),
  },
  patient: sql`d.patient_id`,
  visit: sql`(select s.visit_id from prescriptions s where s.id = d.prescription_id)`,
  screen: { label: 'Prescriptions', to: '/dashboard/pharmacy' },
} as const satisfies Partial<Subject>
const drug = drugDimension(sql`d.item_id`)
const doctor = { ...doctorDimension(sql`d.prescribed_by`), title: 'Prescriber', words: doctorWords }
const { gender, age, age_group } = patientDimensions(sql`d.prescribed_at`)
const columns: readonly ListColumn[] = [
  ...patientColumns,
  { key: 'drug', title: 'Drug', kind: 'text', sql: sql`i.name`, joins: ['item'] },
  {
    key: 'directions',
    title: 'Directions',
    kind: 'text',
    sql: typedDirections(sql`d`),
    words: ['directions', 'how take|taken', 'dosage', 'how often take', 'instructions', 'sig'],
  },
  { key: 'quantity', title: 'Quantity', kind: 'quantity', sql: sql`d.quantity` },
]
const by: ListColumn = {
  key: 'doctor',
  title: 'By',
  kind: 'text',
  sql: staffName('doctor'),
  joins: ['doctor'],
  words: ['who prescribed', 'prescribed by', 'which doctor|clinician prescribed', '=prescriber'],
}
const order = sql`d.prescribed_at desc, d.id desc`
const link = patientLink(sql`d.patient_id`, 'prescriptions')

/** What was prescribed here, line by line; what was cancelled was not. */
export const prescribed: Subject = {
  ...base,
  name: 'prescribed',
  title: 'Prescribed drugs',
  noun: ['prescribed drug', 'prescribed drugs'],
  words: [
    'prescribed',
    'prescription',
    'prescribe',
    'prescribing',
    'rx',
    'script',
    'put on',
    'started on',
    'drug',
    'drug prescribed',
    'medicine prescribed',
    'medication prescribed',
  ],
  own: true,
  where: sql`d.cancelled_at is null`,
  at: { sql: sql`d.prescribed_at`, kind: 'instant', phrase: 'when it was prescribed' },
  measures: {
    drugs_prescribed: {
      title: 'Times prescribed',
      words: [
        'drug prescribed',
        'medicine prescribed',
        'medication prescribed',
        'prescribed drug',
        'prescribed',
        'prescribe',
        'times prescribed',
        'prescribed times|often|frequently',
        'most|commonly|frequently|often|least prescribed',
        'prescription line|item',
        'line prescribed',
        'item prescribed',
        'drug|medicine|medication on prescription',
        'put on',
        'drug|medicine order|orders|ordered',
        'prescribing',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
    patients_prescribed: {
      title: 'Patients it was prescribed to',
      words: [
        'patient|people|client|person prescribed',
        'patient|people|client|person prescription',
        'patient|people|client put on',
        'patient|people|client started on',
        'patient|people|client given prescription',
      ],
      kind: 'count',
      total: sql`count(distinct d.patient_id)`,
      adds: false,
    },
    prescriptions: {
      title: 'Prescriptions',
      words: [
        'prescription',
        'rx',
        'script',
        'prescription written|write|wrote|made|issued|given|done|raised|created|create',
        'write prescription',
        'prescription sheet|paper|form',
      ],
      kind: 'count',
      total: sql`count(distinct d.prescription_id)`,
      adds: false,
    },
    quantity_prescribed: {
      title: 'Quantity prescribed',
      words: ['quantity|units prescribed', 'prescribed quantity|units', 'tablets|capsules|bottles prescribed', 'much prescribed'],
      kind: 'quantity',
      total: sql`sum(d.quantity)`,
    },
  },
  dimensions: {
    drug: { ...drug, implies: true },
    doctor,
    status: {
      is: 'choice',
      title: 'Status of the drug',
      words: ['status', 'prescription status', 'state', 'dispensing status', 'dispensed or not'],
      sql: sql`case when d.is_external then 'external' when d.refused_at is not null then 'refused' when d.is_dispensed then 'dispensed'
        when d.quantity_dispensed > 0 then 'partially dispensed' else 'pending' end`,
      values: {
        pending: [
          'pending',
          'not dispensed',
          'undispensed',
          'not yet dispensed',
          'waiting to be dispensed',
          'to be dispensed',
          'unfilled',
          'not filled',
          'open',
          'outstanding',
        ],
        'partially dispensed': ['partially dispensed', 'partly dispensed', 'part dispensed', 'partially filled', 'partly filled'],
        dispensed: ['dispensed', 'fully dispensed', 'handed out', 'filled', 'fully filled'],
        refused: ['refused', 'not handed out', 'declined', 'rejected'],
        external: ['external', 'obtained elsewhere', 'bought elsewhere', 'not in the catalogue'],
      },
      rows: { pending: sql`d.refused_at is null and not d.is_dispensed and d.quantity_dispensed <= 0 and not d.is_external` },
      labels: {
        pending: 'Pending',
        'partially dispensed': 'Partially dispensed',
        dispensed: 'Dispensed',
        refused: 'Not dispensed',
        external: 'External',
      },
    },
    gender,
    age,
    age_group,
  },
  list: {
    columns: [
      ...columns,
      { key: 'prescribed_at', title: 'Prescribed', kind: 'instant', sql: sql`d.prescribed_at` },
      by,
      {
        key: 'status',
        title: 'Status',
        kind: 'text',
        sql: sql`case when d.is_external then 'external' when d.refused_at is not null then 'not dispensed' when d.is_dispensed then 'dispensed'
          when d.quantity_dispensed > 0 then 'partially dispensed' else 'pending' end`,
      },
    ],
    order,
    link,
  },
  examples: [
    'What were the most prescribed drugs last month?',
    'How many prescriptions were written today?',
    'When was Wanjiku Kamau last prescribed amoxicillin?',
  ],
  ownExamples: ['What was prescribed to me?'],
}

/** What was taken back before anything of it was handed out, with the reason. */
export const cancelledDrugs: Subject = {
  ...base,
  name: 'cancelled_drugs',
  title: 'Cancelled prescribed drugs',
  noun: ['cancelled prescribed drug', 'cancelled prescribed drugs'],
  words: [
    'cancelled|canceled prescription',
    'cancelled|canceled drug|medicine|medication',
    'prescription cancelled|canceled',
    'prescribed cancelled|canceled',
  ],
  where: sql`d.cancelled_at is not null`,
  at: { sql: sql`d.cancelled_at`, kind: 'instant' },
  measures: {
    drugs_cancelled: {
      title: 'Prescribed drugs that were cancelled',
      words: [
        'prescription cancelled|canceled',
        'drug|medicine|medication cancelled|canceled',
        'cancelled|canceled prescribed',
        'cancellation prescription',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
  },
  dimensions: { drug, doctor },
  list: {
    columns: [
      ...columns,
      { key: 'cancelled_at', title: 'Cancelled', kind: 'instant', sql: sql`d.cancelled_at` },
      { key: 'reason', title: 'Reason', kind: 'text', sql: sql`d.cancel_reason`, words: ['reason', 'why cancelled'] },
      { ...by, words: ['whose was cancelled'] },
    ],
    order: sql`d.cancelled_at desc, d.id desc`,
    link,
  },
  examples: ['How many prescriptions were cancelled this month?'],
}
