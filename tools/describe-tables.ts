import { asOwner } from '#platform/db/owner.ts'
import { tableAreas } from '../src/runtime/tables.ts'

const roles = { kliniki_app: 'the application', kliniki_portal: 'patients', kliniki_read: 'reports and the assistant' } as const
type Role = keyof typeof roles

interface Column {
  name: string
  type: string
  is_null: boolean
  value: string | null
  reference: string | null
  meaning: string | null
}
interface Right {
  role: Role
  verb: string
  /** Null: all of them. */
  columns: string[] | null
}
interface Table {
  name: string
  meaning: string | null
  has_row_security: boolean
  columns: Column[]
  key: string[]
  rules: string[]
  rights: Right[]
}

const columns = `
  select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'is_null', not a.attnotnull,
    'value', case when a.attidentity <> '' then 'counted up' when a.attgenerated <> '' then 'generated' else pg_get_expr(d.adbin, d.adrelid) end,
    'reference', (select k.confrelid::regclass::text from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
      order by cardinality(k.conkey) limit 1),
    'meaning', col_description(c.oid, a.attnum)) order by a.attnum)
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`

const rules = `
  select array(
    select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype in ('c', 'u', 'x') order by k.contype, k.conname)
  || array(
    select regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE UNIQUE INDEX .* USING \\w+ ', 'UNIQUE ') from pg_index i
    where i.indrelid = c.oid and i.indisunique and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by i.indexrelid::regclass::text)`

const rights = `
  select json_agg(json_build_object('role', r.role, 'verb', v.verb, 'columns',
    case when has_table_privilege(r.role, c.oid, v.verb) then null else array(
      select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and has_column_privilege(r.role, c.oid, a.attnum, v.verb) order by a.attnum) end) order by r.place, v.place)
  from unnest($1::text[]) with ordinality r (role, place), unnest('{select,insert,update,delete}'::text[]) with ordinality v (verb, place)
  where has_table_privilege(r.role, c.oid, v.verb) or (v.verb <> 'delete' and has_any_column_privilege(r.role, c.oid, v.verb))`

const tables = `
  select c.relname as name, obj_description(c.oid, 'pg_class') as meaning, c.relrowsecurity as has_row_security,
    (${columns}) as columns, (${rules}) as rules, (${rights}) as rights,
    array(select a.attname from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
      where k.conrelid = c.oid and k.contype = 'p' order by array_position(k.conkey, a.attnum)) as key
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'
  order by c.relname`

const enums = `
  select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
  from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by t.typname order by t.typname`

const code = (text: string) => `\`${text.replaceAll(/\s+/g, ' ')}\``
const cell = (text: string) => text.replaceAll('|', '\\|')

const areaOf = (table: string) => {
  for (const [area, { names }] of tableAreas) if (names.includes(table)) return area
  throw new Error(`No feature names the table ${table}. Add it to tables.names in the feature.ts of its feature.`)
}
const linkTo = (table: string, from?: string) => {
  const area = areaOf(table)
  return `[${table}](${area === from ? '' : from === undefined ? `data-dictionary/${area}.md` : `${area}.md`}#${table})`
}

const rightsOf = (table: Table) =>
  Object.entries(roles).flatMap(([role, name]) => {
    const own = (table.rights ?? []).filter((right) => right.role === role)
    if (own.length === 0) return []
    const verbs = own.map((right) => (right.columns ? `${right.verb} (${right.columns.map(code).join(', ')})` : right.verb))
    const rows = role === 'kliniki_portal' && table.has_row_security ? ', of their own rows' : ''
    return [`${name}: ${verbs.join(', ')}${rows}`]
  })

const sectionOf = (table: Table, area: string) => [
  `## ${table.name}`,
  '',
  table.meaning ?? '',
  '',
  '| Column | Type | May be null | Default | |',
  '|---|---|---|---|---|',
  ...table.columns.map(({ name, type, is_null, value, reference, meaning }) => {
    const about = [reference && `→ ${linkTo(reference, area)}`, meaning].filter(Boolean).join(' · ')
    const title = table.key.includes(name) ? `**${name}**` : name
    return `| ${title} | ${cell(type)} | ${is_null ? 'yes' : ''} | ${value === null ? '' : cell(code(value))} | ${cell(about)} |`
  }),
  '',
  ...table.rules.map((rule) => `- ${code(rule)}`),
  `- Rights – ${rightsOf(table).join('; ') || 'the owner alone'}`,
  '',
]

const intro = `# Data dictionary

<!-- Generated by npm run generate from the database that the migrations make. Words about tables and columns are their comments there. -->

Every table, by the feature that it belongs to; other features ask that feature. The whole schema as SQL is in
[db/schema.sql](../db/schema.sql), the reasons are in [decisions](decisions/).

What means the same everywhere is not repeated: \`id\` is the primary key (primary keys are bold), \`…_id\` names a row of another table,
\`…_at\` is an instant and \`…_by\` the person who did it, \`…_on\` is a day of the clinic. \`version\` goes up with every change, so that a
stale one is refused. \`is_active\` is false for what is no longer offered but still referred to. \`source\` says where an imported row came
from, so that the same row is imported once. Money is \`numeric\` in the clinic's currency.

The server works as three logins, none of which owns a table: *the application* (\`kliniki_app\`), *patients* (\`kliniki_portal\`, whom row
level security shows their own rows) and *reports and the assistant* (\`kliniki_read\`). [db/grants.sql](../db/grants.sql) says what each may
do, and is repeated here as the database understood it.
`

/** The pages of the data dictionary by their file under docs/. Throws where a table has no words or no feature. */
export const describeTables = (ownerUrl: string): Promise<Map<string, string>> =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<Table>(tables, [Object.keys(roles)])
    const choices = (await client.query<{ name: string; values: string[] }>(enums)).rows
    const silent = rows.filter(({ meaning }) => !meaning).map(({ name }) => name)
    if (silent.length > 0)
      throw new Error(`No comment says what these tables are: ${silent.join(', ')}. Add "comment on table …" to their migration.`)
    const pages = new Map<string, string>()
    const index = [intro]
    for (const area of tableAreas.keys()) {
      const own = rows.filter(({ name }) => areaOf(name) === area)
      pages.set(`data-dictionary/${area}.md`, [`# ${area}`, '', ...own.flatMap((table) => sectionOf(table, area))].join('\n'))
      index.push(
        `## ${area}`,
        '',
        '| | |',
        '|---|---|',
        ...own.map(({ name, meaning }) => `| ${linkTo(name)} | ${cell(meaning ?? '')} |`),
        '',
      )
    }
    index.push('## Choices', '', '| Type | Values |', '|---|---|')
    index.push(...choices.map(({ name, values }) => `| ${name} | ${values.map(cell).join(', ')} |`), '')
    return pages.set('data-dictionary.md', index.join('\n'))
  })
