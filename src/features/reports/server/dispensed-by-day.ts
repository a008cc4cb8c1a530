import { sql } from 'kysely'
import type { TableRow } from '#shared/table.ts'
import { dayOf, dispensed, findSpan, within } from './dispensed.ts'
import type { Report } from './report.ts'

/** A row for every day on which something of a prescription was handed out or refused. */
export const dispensedByDay: Report = {
  name: 'dispensed-by-day',
  title: 'Dispensed by day',
  columns: () => [
    { key: 'day', title: 'Day', kind: 'date' },
    // One that is filled on two days counts on both.
    { key: 'prescriptions', title: 'Prescriptions', kind: 'count' },
    { key: 'lines', title: 'Lines', kind: 'count' },
    { key: 'units', title: 'Units', kind: 'count' },
    { key: 'part', title: 'Part-dispensed', kind: 'count' },
    { key: 'other', title: 'Substituted', kind: 'count' },
    { key: 'refused', title: 'Refused', kind: 'count' },
    { key: 'value', title: 'Value excl. sales', kind: 'money' },
  ],
  find: async (db, days) => {
    const span = await findSpan(db, days)
    const { rows } = await sql<TableRow>`
      select day, coalesce(prescriptions, 0)::integer as prescriptions, coalesce(lines, 0)::integer as lines,
        coalesce(units, 0)::integer as units, coalesce(part, 0)::integer as part, coalesce(other, 0)::integer as other,
        coalesce(refused, 0)::integer as refused, coalesce(value, 0)::numeric(14, 2) as value
      from (
        select h.day, count(*) as lines, sum(h.units) as units, count(*) filter (where h.is_part) as part,
          count(*) filter (where h.is_other) as other, sum(h.value) as value
        from (${dispensed(span)}) h where not h.is_sold group by h.day
      ) g
      join (
        select w.day, count(distinct w.prescription_id) as prescriptions from (
          select ${dayOf(sql`s.dispensed_at`, span)} as day, s.prescription_id
          from dispenses s where s.kind = 'prescription' and ${within(sql`s.dispensed_at`, span)}
          union all
          select h.day, d.prescription_id from (${dispensed(span)}) h join prescribed_drugs d on d.id = h.prescribed_drug_id
          where h.dispense_id is null
        ) w group by w.day
      ) w using (day)
      full join (
        select ${dayOf(sql`refused_at`, span)} as day, count(*) as refused
        from prescribed_drugs where refused_by is not null and ${within(sql`refused_at`, span)} group by 1
      ) r using (day)
      order by day`.execute(db)
    return rows
  },
}
