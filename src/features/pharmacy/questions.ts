import { sql } from 'kysely'
import { drugDimension } from '#features/prescriptions/public.ts'
import { itemCategoryDimension } from '#features/catalogue/public.ts'
import { storeDimension } from '#features/stock/public.ts'
import { staffJoin, staffName } from '#features/users/public.ts'
import type { Subject, Topics } from '#platform/questions/subject.ts'

/**
 * What was handed out: a row is a time at which something was, a document or (before there were documents) a line alone; `line` brings in
 * what, a row for each. What came back later still counts, as in the reports.
 */
const dispensed: Subject = {
  name: 'dispensed',
  title: 'Dispensed',
  noun: ['dispensed drug', 'dispensed drugs'],
  words: [
    'dispensed',
    'dispense',
    'dispensing',
    'handed out',
    'given out',
    'issued pharmacy',
    'dispensary',
    'collected pharmacy|medicine|drug',
    'counter sale',
  ],
  type: 'pharmacy',
  access: ['prescriptions.view'],
  from: sql`(
    select s.id, null::integer as old, s.number, s.kind::text as kind, s.store_id, s.patient_id, s.customer_name, s.waited_since, s.dispensed_at,
      s.dispensed_by, null::integer as item_id, null::numeric as units
    from dispenses s
    union all
    select null, o.id, null, 'prescription', null, w.patient_id, null, null, o.dispensed_at, o.dispensed_by, o.item_id, o.quantity
    from dispense_items o left join prescribed_drugs w on w.id = o.prescribed_drug_id
    where o.dispense_id is null and o.prescribed_drug_id is not null
  ) s`,
  joins: {
    line: sql`left join dispense_items l on l.dispense_id = s.id`,
    item: sql`join items i on i.id = coalesce(l.item_id, s.item_id)`,
    store: sql`left join stores st on st.id = s.store_id`,
    patient: sql`left join patients p on p.id = s.patient_id`,
    pharmacist: staffJoin('pharmacist', sql`s.dispensed_by`),
  },
  at: { sql: sql`s.dispensed_at`, kind: 'instant' },
  patient: sql`s.patient_id`,
  measures: {
    dispenses: {
      title: 'Dispensings and sales',
      words: [
        'dispense',
        'times dispensed|handed',
        'dispensing',
        'prescription dispensed|filled|served|handed',
        'dispensed prescription',
        'dispensing done|transaction|event',
        'counter sale',
        'over the counter sale',
        'otc sale',
        'pharmacy transaction',
        'dispense done|do|made',
      ],
      kind: 'count',
      total: sql`count(distinct coalesce(s.id, -s.old))`,
      adds: false,
    },
    units_dispensed: {
      title: 'Units dispensed and sold, including returns',
      words: [
        'units dispensed|handed|given',
        'dispensed units|quantity',
        'quantity dispensed|handed|given',
        'much dispensed',
        'tablets|capsules|bottles|pieces|sachets|inhalers|vials dispensed',
        'units issued pharmacy',
      ],
      kind: 'quantity',
      total: sql`sum(coalesce(l.units, s.units))`,
      joins: ['line'],
    },
    items_dispensed: {
      title: 'Lines dispensed and sold',
      words: [
        'item dispensed|handed',
        'dispensed item',
        'drug dispensed|handed',
        'medicine dispensed|handed',
        'medication dispensed|handed',
        'line dispensed|handed',
        'dispensed drug|line',
        'most|commonly|frequently|often|least dispensed',
        'times * dispensed',
      ],
      kind: 'count',
      total: sql`count(*)`,
      joins: ['line'],
    },
    patients_served: {
      title: 'Patients dispensed to',
      words: [
        'patient|people|client dispensed',
        'patient|people|client served pharmacy',
        'patient|people|client collected|received|got drug|medicine|medication',
        'patient|people|client given drug|medicine|medication',
      ],
      kind: 'count',
      total: sql`count(distinct s.patient_id)`,
      adds: false,
    },
    dispensing_wait: {
      title: 'Wait for the first medicines of a prescription',
      words: [
        'dispensing wait|time|delay|duration',
        'wait dispensing|dispensed|dispense',
        'waiting time dispensing|medicine|drug|medication|pharmacy',
        'long wait dispensing',
        'long patient wait dispensing',
        'long wait|take medicine|drug|medication',
        'wait medicine|drug|medication',
        'wait|waiting pharmacy',
        'pharmacy wait|waiting time',
        'time|long take|takes dispense',
        'long take|takes dispense prescription',
        'turnaround dispensing|pharmacy|prescription',
        'prescription wait|waiting time',
      ],
      kind: 'minutes',
      value: sql`extract(epoch from s.dispensed_at - s.waited_since) / 60`,
      usually: 'average',
      where: sql`s.waited_since is not null`,
    },
  },
  dimensions: {
    drug: drugDimension(sql`coalesce(l.item_id, s.item_id)`, ['line', 'item']),
    pharmacist: {
      is: 'named',
      title: 'Dispensed by',
      words: ['pharmacist', 'person', 'staff', 'who dispensed', 'pharmacy staff', 'pharm tech', 'employee'],
      joins: ['pharmacist'],
      key: sql`s.dispensed_by`,
      sql: staffName('pharmacist'),
      vocabulary: 'person',
    },
    store: storeDimension(sql`s.store_id`),
    dispense_kind: {
      is: 'choice',
      title: 'Prescription or counter',
      words: [
        'dispense kind|type',
        'kind|type of dispense',
        'prescription or counter|sale',
        'prescription or over the counter',
        'prescription versus|vs otc',
      ],
      sql: sql`s.kind`,
      values: {
        prescription: ['on prescription', 'with prescription', 'against prescription', 'prescription dispense', 'prescription'],
        sale: [
          'over the counter',
          'otc',
          'counter sale',
          'without prescription',
          'over the counter sale',
          'otc sale',
          'counter',
          'walk in',
        ],
      },
      labels: { prescription: 'On prescription', sale: 'Over the counter' },
    },
    category: itemCategoryDimension({ sql: sql`i.category::text`, joins: ['line', 'item'] }),
  },
  list: {
    columns: [
      {
        key: 'patient',
        title: 'Patient',
        kind: 'text',
        sql: sql`coalesce(nullif(concat_ws(' ', nullif(p.first_name, ''), nullif(p.other_names, ''), nullif(p.second_name, '')), ''), s.customer_name, 'Customer')`,
        joins: ['patient'],
      },
      { key: 'drug', title: 'Item', kind: 'text', sql: sql`i.name`, joins: ['line', 'item'] },
      {
        key: 'units',
        title: 'Units',
        kind: 'quantity',
        sql: sql`coalesce(l.units, s.units)`,
        joins: ['line'],
        words: ['much given', 'quantity given'],
      },
      { key: 'dispensed_at', title: 'Dispensed', kind: 'instant', sql: sql`s.dispensed_at` },
      {
        key: 'by',
        title: 'By',
        kind: 'text',
        sql: staffName('pharmacist'),
        joins: ['pharmacist'],
        words: ['who dispensed', 'dispensed by'],
      },
      { key: 'kind', title: 'Type', kind: 'text', sql: sql`case s.kind when 'sale' then 'over the counter' else s.kind end` },
      { key: 'number', title: 'Number', kind: 'text', sql: sql`s.number` },
    ],
    order: sql`s.dispensed_at desc, s.id desc, s.old desc, l.id`,
    link: sql`'/dashboard/pharmacy/dispenses/' || s.id`,
  },
  screen: { label: 'Prescriptions', to: '/dashboard/pharmacy' },
  examples: [
    'Top 10 drugs by units dispensed last month',
    'How many items were dispensed today?',
    'How long do patients wait for their medicines?',
  ],
}

/** What the pharmacy handed out and sold. */
export const questions: Topics = { subjects: [dispensed] }
