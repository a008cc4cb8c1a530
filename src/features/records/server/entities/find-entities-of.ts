import { sql, type RawBuilder } from 'kysely'
import type { RecordEntity } from '#features/records/contract-fields.ts'
import type { Db } from '#platform/db/connect.ts'
import { destinationOf } from './destination.ts'

type Row = Omit<RecordEntity, 'destination'>

const entityRows = sql`
  select e.id, e.record_id as record, e.type, e.text, e.page, e.start, e.until as end, e.value, e.unit, e.code, e.certainty, e.negated,
    e.subject, e.temporality, e.usage, e.confidence, e.details, e.state, e.suggested is not null or e.confidence is null as is_corrected,
    case when d.id is not null then concat_ws(' ', d.first_name, d.last_name) end as decided_by_name, e.decided_at, e.became, e.became_id, e.version
  from medical_record_entities e left join users d on d.id = e.decided_by`

/** Entities by a condition over `medical_record_entities e`, in the order of their documents. */
export const findEntities = async (db: Db, where: RawBuilder<unknown>): Promise<RecordEntity[]> => {
  const { rows } = await sql<Row>`${entityRows} where ${where} order by e.record_id, e.page, e.start, e.until, e.id`.execute(db)
  return rows.map((row) => ({ ...row, destination: destinationOf(row) }))
}

/** What was found in each of these records, in the order of the document; records without findings are missing. */
export const findEntitiesOf = async (
  db: Db,
  records: readonly number[],
  { rejected = true }: { rejected?: boolean } = {},
): Promise<Map<number, RecordEntity[]>> => {
  if (records.length === 0) return new Map()
  const states = rejected ? sql`true` : sql`e.state <> 'rejected'`
  return Map.groupBy(await findEntities(db, sql`e.record_id = any(${[...records]}::integer[]) and ${states}`), ({ record }) => record)
}
