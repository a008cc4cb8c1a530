import { sql } from 'kysely'
import { askedAt } from '#platform/questions/asked-at.ts'
import type { Subject } from '#platform/questions/subject.ts'
import { patientColumns, patientDimensions, patientJoin } from '#features/patients/public.ts'
import { named, ofTests, resultText, sections } from './questions-columns.ts'
import { seesEntered } from './server/policy.ts'
import { isReleased } from './server/released/is-released.ts'

const joins = { patient: patientJoin(sql`r.patient_id`), panel: sql`join lab_panels k on k.id = r.panel_id` }

const SEVERE = sql`('critical', 'critical low', 'critical high')`
const isAbnormal = sql`r.flag <> 'normal'`
const isSevere = sql`r.flag in ${SEVERE}`
const PEOPLE = 'patient|people|person|client'
const people = { kind: 'count', total: sql`count(distinct r.patient_id)`, adds: false } as const

/**
 * What a coded result comes to. Laboratories write the same in many words (Reactive, 2+, P. falciparum seen): whatever stands out is positive
 * where the test has a choice that says no; where it has none (a colour, a blood group) the result stays as it is.
 */
const NEGATIVE = `^(negative|non-?reactive|absent|nil|no |not (detected|seen|found)|[^,;]*not detected\\W*$)`
const UNCLEAR = `invalid|not done|inconclusive|indeterminate|contaminat`
const finding = sql`case when r.result_kind = 'not detected' or (r.result_kind = 'grade' and r.rank = 0) then 'negative'
  when r.result_kind in ('insufficient', 'grade') then r.result when k.kind <> 'qualitative' then null
  when r.result ~* '^mtb detected' then 'positive'
  when r.result ~* ${sql.lit(UNCLEAR)} then r.result
  when r.result ~* ${sql.lit(NEGATIVE)} then 'negative'
  when r.result ~* '^(positive|reactive|detected|present)' then 'positive'
  when r.flag <> 'normal' and exists (select from jsonb_array_elements(k.choices) c where c.value ->> 'value' ~* ${sql.lit(NEGATIVE)}) then 'positive'
  else r.result end`
/** What a result is compared by: a number, or where it stands among numbers; a grade names none. */
const comparable = sql`coalesce(r.value, case when r.result_kind in ('not detected', 'range', 'titre') then r.rank end)`
const share = (some: ReturnType<typeof sql>, all: ReturnType<typeof sql>) =>
  sql`100.0 * count(*) filter (where ${some}) / nullif(count(*) filter (where ${all}), 0)`

/** Results as they stand. What nobody has approved yet is for those who enter and approve. */
export const labResults: Subject = {
  name: 'lab_results',
  title: 'Laboratory results',
  noun: ['result', 'results'],
  words: ['result', 'lab|laboratory result', 'test result', 'reading', 'lab|laboratory value'],
  type: 'lab_status',
  access: ['laboratory.view'],
  own: true,
  rows: (asker) => {
    if (asker.role === 'patient') return isReleased(askedAt)
    return seesEntered(asker) ? undefined : sql`(r.approved_at is not null or r.origin = 'imported')`
  },
  note: (asker) => {
    if (asker.role === 'patient') return 'Does not include results given in person'
    return seesEntered(asker) ? 'Includes results that are not approved yet' : undefined
  },
  from: sql`lab_results r`,
  joins,
  where: sql`r.is_current`,
  at: { sql: sql`r.observed_at`, kind: 'instant', phrase: 'when it was observed' },
  patient: sql`r.patient_id`,
  visit: sql`(select g.visit_id from lab_test_request_panels n join lab_test_requests q on q.id = n.lab_test_request_id
    join process_test_requests g on g.id = q.process_id where n.id = r.request_panel_id)`,
  measures: {
    results: {
      title: 'Results',
      words: ['result', 'lab|laboratory result', 'test result'],
      kind: 'count',
      total: sql`count(*)`,
    },
    abnormal_results: {
      title: 'Abnormal results',
      words: ['abnormal', ...ofTests('abnormal', 'out range', 'derange'), 'abnormal finding|value'],
      kind: 'count',
      total: sql`count(*)`,
      where: isAbnormal,
    },
    critical_results: {
      title: 'Critical results',
      words: [...ofTests('critical', 'panic', 'life threatening'), 'critical|panic value', 'critical|panic lab|laboratory value'],
      kind: 'count',
      total: sql`count(*)`,
      where: isSevere,
    },
    result_value: {
      title: 'Result',
      words: [
        '* reading|value|level|figure',
        'average|mean|median *',
        'average|mean|median * result|reading|value|level|figure|count',
        'highest|lowest|maximum|minimum|max|min|peak *',
        'highest|lowest|maximum|minimum|max|min|peak * result|reading|value|level|figure|count',
        'change|changed|trend|difference *',
        'change|changed|trend|difference * result|reading|value|level|figure|count',
      ],
      kind: 'number',
      value: sql`r.value`,
      usually: 'average',
    },
    // What is looked for in the results is a filter, and no part of these words.
    patients_with_results: {
      title: 'Patients with results',
      words: [`${PEOPLE} result`, `${PEOPLE} *`, `${PEOPLE} * result|reading|value|level`, `${PEOPLE} lab|laboratory result`],
      ...people,
    },
    patients_abnormal: {
      title: 'Patients with abnormal results',
      words: [`${PEOPLE} abnormal`, ...ofTests(`${PEOPLE} abnormal`, `${PEOPLE} out range`)],
      ...people,
      where: isAbnormal,
    },
    patients_critical: {
      title: 'Patients with critical results',
      words: ofTests(`${PEOPLE} critical`, `${PEOPLE} panic`),
      ...people,
      where: isSevere,
    },
    positivity: {
      title: 'Positive (%)',
      words: [
        'positive|positivity rate',
        'positive percentage|percent|proportion|share',
        'test positive rate|percentage|percent|proportion|share',
      ],
      kind: 'percent',
      total: share(sql`${finding} = 'positive'`, sql`${finding} in ('positive', 'negative')`),
      joins: ['panel'],
      adds: false,
    },
  },
  dimensions: {
    test: named({
      title: 'Test',
      vocabulary: 'test',
      words: ['test', 'investigation', 'type test'],
      key: sql`r.panel_id`,
      sql: sql`k.name`,
      joins: ['panel'],
      implies: true,
    }),
    section: {
      is: 'choice',
      title: 'Section',
      words: ['section', 'bench', 'lab|laboratory section'],
      sql: sql`coalesce(nullif(k.section, ''), 'None')`,
      values: sections,
      joins: ['panel'],
    },
    flag: {
      is: 'choice',
      title: 'Flag',
      words: ['flag', 'abnormal or normal'],
      sql: sql`case when r.flag in ${SEVERE} then 'critical' else r.flag::text end`,
      values: {
        normal: ['normal', 'within range', 'in range'],
        low: ['low', 'below normal', 'below range', 'reduced', 'decreased'],
        high: ['high', 'raised', 'elevated', 'above normal', 'above range'],
        // Of coded tests alone; who says 'abnormal' means low and high ones too, which is a measure.
        abnormal: [],
        critical: ['critical', 'panic', 'critically low', 'critically high', 'dangerously low|high'],
      },
    },
    result_value: { is: 'number', title: 'Result', words: ['value', 'level', 'reading', 'figure'], sql: comparable },
    result_text: {
      is: 'choice',
      title: 'Finding',
      words: ['finding', 'positive or negative', 'outcome'],
      sql: finding,
      values: {
        positive: ['positive', 'reactive', 'detected', 'pos'],
        negative: ['negative', 'non-reactive', 'nonreactive', 'non reactive', 'not detected', 'not reactive', 'neg'],
      },
      joins: ['panel'],
    },
    ...patientDimensions(sql`r.observed_at`),
  },
  list: {
    columns: [
      ...patientColumns,
      { key: 'test', title: 'Test', kind: 'text', sql: sql`k.name`, joins: ['panel'] },
      { key: 'result', title: 'Result', kind: 'text', sql: resultText },
      { key: 'flag', title: 'Flag', kind: 'text', sql: sql`r.flag::text` },
      { key: 'taken', title: 'Collected', kind: 'instant', sql: sql`r.observed_at` },
      { key: 'approved', title: 'Approved', kind: 'instant', sql: sql`r.approved_at` },
    ],
    order: sql`r.observed_at desc, r.id desc`,
    link: sql`'/dashboard/laboratory/patients/' || r.patient_id`,
  },
  screen: { label: 'Laboratory', to: '/dashboard/laboratory' },
  examples: ['Abnormal results this week by test', 'Positive malaria tests by month this year', 'Critical potassium results today'],
  ownExamples: ['What are my results?'],
}
