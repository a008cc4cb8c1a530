import { sql } from 'kysely'
import { furtherNames } from '#features/catalogue/public.ts'
import { clinicDay } from '#features/company/public.ts'
import { isOnFile, patientColumns, patientDimensions, patientJoin, patientLink } from '#features/patients/public.ts'
import { askedAt } from '#platform/questions/asked-at.ts'
import type { Sql, Subject, Vocabulary } from '#platform/questions/subject.ts'
import { OPEN_ENDED_DAYS, UNREAD_DAYS } from './server/current-medicines.ts'
import { drugWords, typedDirections } from './questions-columns.ts'

const today = clinicDay(askedAt)
/** A medicine from elsewhere has a name alone: a negative number made of it, which no item has. */
const keyOfName = (name: Sql): Sql => sql`(hashtext(lower(${name})) | (-2147483648)::integer)`

/** What patients take now, the same as beside the prescriptions of a patient: prescribed here and not over, or told from elsewhere and not stopped. */
export const medicines: Subject = {
  name: 'medicines',
  title: 'Current medicines',
  noun: ['medicine', 'medicines'],
  words: [
    'medicine',
    'medication',
    'med',
    'taking',
    'take',
    'drug taking',
    'current medicine|medication|drug|med|treatment',
    'regular medicine|medication|drug',
    'on medication|medicine|drug|treatment',
    'medicine|medication list',
    'is|are|be on',
  ],
  type: 'patient_record',
  access: ['prescriptions.view'],
  own: true,
  from: sql`(
    select 'prescribed' as origin, d.patient_id, d.item_id as medicine, t.name, ${typedDirections(sql`d`)} as directions,
      ${clinicDay(sql`d.prescribed_at`)} as since, d.ends_on, d.id
    from prescribed_drugs d join items t on t.id = d.item_id and t.category = 'drug'
    where d.cancelled_at is null and (d.ends_on >= ${today} or (d.ends_on is null and d.prescribed_at >
      ${askedAt} - make_interval(days => case when d.structure is null then ${sql.lit(UNREAD_DAYS)} else ${sql.lit(OPEN_ENDED_DAYS)} end)))
    union all
    select 'elsewhere', m.patient_id, ${keyOfName(sql`m.name`)}, m.name, m.directions, m.started_on, m.stopped_on, m.id
    from patient_medicines m where m.stopped_on is null or m.stopped_on > ${today}
  ) m`,
  joins: { patient: patientJoin(sql`m.patient_id`) },
  where: isOnFile(sql`m.patient_id`),
  patient: sql`m.patient_id`,
  measures: {
    medicines: {
      title: 'Current medicines',
      words: ['medicine', 'medication', 'current medicine|medication|drug', 'medicine|medication taken|taking', 'drug taking|taken now'],
      kind: 'count',
      total: sql`count(*)`,
    },
    patients_taking: {
      title: 'Patients who take it',
      words: [
        'patient|people|client taking|take|takes',
        'patient|people|client on *',
        'patient|people|client on medication|medicine|treatment',
        'patient|people|client current medicine|medication',
      ],
      kind: 'count',
      total: sql`count(distinct m.patient_id)`,
      adds: false,
    },
  },
  dimensions: {
    drug: { is: 'named', title: 'Medicine', words: drugWords, key: sql`m.medicine`, sql: sql`m.name`, vocabulary: 'medicine' },
    origin: {
      is: 'choice',
      title: 'Where it is from',
      words: ['origin', 'prescribed here or elsewhere', 'where from'],
      sql: sql`m.origin`,
      values: {
        prescribed: ['prescribed here', 'prescribed by us', 'our own'],
        elsewhere: ['elsewhere', 'from elsewhere', 'prescribed elsewhere', 'bought elsewhere', 'from outside', 'home medicine|medication'],
      },
      labels: { prescribed: 'Prescribed here', elsewhere: 'From elsewhere' },
    },
    ...(({ gender, age, age_group }) => ({ gender, age, age_group }))(patientDimensions(null)),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'drug', title: 'Medicine', kind: 'text', sql: sql`m.name` },
      { key: 'directions', title: 'Directions', kind: 'text', sql: sql`m.directions`, words: ['directions', 'dosage', 'how often take'] },
      { key: 'since', title: 'Since', kind: 'date', sql: sql`m.since`, words: ['since when', 'when start|started'] },
      { key: 'until', title: 'Until', kind: 'date', sql: sql`m.ends_on`, words: ['until when', 'when end|ends|stop|finish'] },
      { key: 'origin', title: 'From', kind: 'text', sql: sql`case m.origin when 'prescribed' then 'Prescribed here' else 'Elsewhere' end` },
    ],
    order: sql`m.origin desc, m.since desc nulls last, m.id desc`,
    link: patientLink(sql`m.patient_id`, 'prescriptions'),
  },
  screen: { label: 'All patients', to: '/dashboard/patients' },
  examples: ['What medicines is Wanjiku Kamau taking?', 'Is Wanjiku Kamau taking metformin?'],
  ownExamples: ['What medicines do I take?'],
}

/** The drugs of the catalogue with their substances, and the medicines from elsewhere that patients still take. */
export const medicineNames: Vocabulary = {
  name: 'medicine',
  noun: 'medicine',
  rows: sql`select i.id, i.name, coalesce(x.substances, '{}') || ${furtherNames(sql`i`)} as also
    from items i left join item_drugs x on x.item_id = i.id where i.category = 'drug'
    union all
    select ${keyOfName(sql`m.name`)}, min(m.name), '{}' from patient_medicines m
    where m.stopped_on is null or m.stopped_on > ${today} group by lower(m.name)`,
  access: ['prescriptions.view'],
}
