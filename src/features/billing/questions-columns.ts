import { sql } from 'kysely'
import type { ChoiceDimension, NamedDimension, Sql } from '#platform/questions/subject.ts'

interface Payer {
  title: string
  key: Sql
  /** Said where no insurer is: 'Patients'. */
  without: string
}
/** Which insurer it is; `payer` among the joins brings it in under that name. */
export const payerDimension = ({ title, key, without }: Payer) =>
  ({
    is: 'named',
    title,
    words: [
      'payer',
      'insurer',
      'insurance',
      'insurance company|firm|provider|cover|scheme',
      'insurance companies',
      'scheme',
      'sponsor',
      'underwriter',
    ],
    joins: ['payer'],
    key,
    sql: sql`coalesce(payer.name, ${sql.lit(without)})`,
    vocabulary: 'payer',
  }) as const satisfies NamedDimension
export const payerJoin = (id: Sql): Sql => sql`left join insurance_companies payer on payer.id = ${id}`

/** Whether an insurer pays or somebody for themselves, in words that a list of debtors would use or a till. */
export const payerKindDimension = (insurer: Sql) =>
  ({
    is: 'choice',
    title: 'Payer',
    words: [
      'payer kind|type',
      'type|kind of payer',
      'cash or insurance',
      'cash versus|vs insurance',
      'insured or not',
      'who pays',
      'self paying or insured',
    ],
    sql: sql`case when ${insurer} is null then 'patient' else 'insurer' end`,
    values: {
      patient: [
        'cash patient|client|customer|payer|invoice|bill',
        'self paying',
        'self pay',
        'paying for themselves',
        'out of pocket',
        'uninsured',
        'private patient|client',
        'individual',
        'without insurance',
        'cash paying',
        'from|by patient|client',
        'patient|client pay|owe|debt',
        'patient|client have|has paid',
      ],
      insurer: [
        'insured',
        'insurer',
        'insured patient|client',
        'insurance',
        'insurance company|patient|client|invoice|bill|payment',
        'insurance companies',
        'corporate',
        'third party',
      ],
    },
    labels: { patient: 'Patients themselves', insurer: 'Insurers' },
  }) as const satisfies ChoiceDimension

/** The page of a bill. */
export const invoiceLink = (id: Sql): Sql => sql`'/dashboard/billing/invoices/' || ${id}`
/** Who a bill is of: the patient where there is one, else the name that was given at the till. */
export const buyerName = (customer: Sql): Sql =>
  sql`coalesce(nullif(concat_ws(' ', nullif(p.first_name, ''), nullif(p.other_names, ''), nullif(p.second_name, '')), ''), ${customer}, 'Unknown')`
