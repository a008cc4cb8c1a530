import { sql } from 'kysely'
import type { z } from 'zod'
import type { UnmappedCode, Preset } from '#features/analysers/contract.ts'
import type { Db } from '#platform/db/connect.ts'

const FOLDED = sql`upper(regexp_replace(c.code, '[^A-Za-z0-9]', '', 'g'))`

/**
 * Codes in an instrument's messages that its map does not know, the latest first, each with the test whose LOINC or code it is, or whose LOINC
 * `tests` gives for it: what was seen in its last 2,000 results.
 */
export const findUnmapped = async (db: Db, equipment: number, tests: Preset['tests'] = {}): Promise<z.output<typeof UnmappedCode>[]> => {
  const { rows } = await sql<z.output<typeof UnmappedCode>>`
    with latest as (
      select r.id, r.code, r.code_text, r.value, r.unit, m.at
      from (select id, at from lab_messages where equipment_id = ${equipment} and direction = 'in' order by id desc limit 2000) m
      join lab_message_results r on r.message_id = m.id
      where r.code <> '' and r.part = '' order by r.id desc limit 2000
    ), seen as (
      select distinct on (code) code, code_text as text, value, unit, count(*) over (partition by code)::integer as seen, at as last_at
      from latest order by code, id desc
    )
    select c.code, c.text, c.value, c.unit, c.seen, c.last_at, p.id as suggested_panel, p.code as suggested_panel_code,
      p.name as suggested_panel_name
    from seen c
    left join lateral (
      select t.value as loinc from json_each_text(${JSON.stringify(tests)}::json) t
      where upper(t.key) = any(upper(c.code) || string_to_array(upper(c.code), '/')) order by upper(t.key) = upper(c.code) desc, t.key limit 1
    ) k on true
    left join lateral (
      select p.id, p.code, p.name from lab_panels p
      where p.is_active and p.kind <> 'calculated' and (p.loinc in (c.code, k.loinc) or p.code = ${FOLDED} or replace(p.code, '_', '') = ${FOLDED})
      order by p.loinc in (c.code, k.loinc) desc nulls last, p.id limit 1
    ) p on true
    where not exists (select from lab_equipment_codes k where k.equipment_id = ${equipment} and k.code = c.code)
    order by c.last_at desc, c.code`.execute(db)
  return rows
}
