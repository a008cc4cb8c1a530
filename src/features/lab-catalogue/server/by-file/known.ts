import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { FieldErrors } from '#platform/errors/problem.ts'

export interface Refusal {
  column: string
  message: string
}

interface LabItem {
  id: number
  code: string | null
  name: string
  is_active: boolean
  /** A test or a profile is charged as it. */
  is_taken: boolean
}
/** The items of the laboratory, by code and by name in small letters. */
export const findLabItems = async (db: Db): Promise<Map<string, LabItem>> => {
  const { rows } = await sql<LabItem>`
    select t.id, t.code, t.name, t.is_active,
      exists (select from lab_panels p where p.item_id = t.id) or exists (select from lab_profiles f where f.item_id = t.id) as is_taken
    from items t where t.category = 'laboratory'`.execute(db)
  return new Map(
    rows.flatMap((item) => [
      [item.name.toLowerCase(), item] as const,
      ...(item.code === null ? [] : [[item.code.toLowerCase(), item] as const]),
    ]),
  )
}

/** The item that a cell names, to charge by; `own` is what the test has already. */
export const itemOf = (
  name: string | undefined,
  items: ReadonlyMap<string, LabItem>,
  own: number | null,
  problems: Refusal[],
): number | null => {
  if (name === undefined) return null
  const found = items.get(name.toLowerCase())
  if (!found) problems.push({ column: 'item', message: 'Laboratory item not found.' })
  else if (!found.is_active) problems.push({ column: 'item', message: 'This item is inactive.' })
  else if (found.is_taken && found.id !== own)
    problems.push({ column: 'item', message: 'Another test or profile is already charged as this item.' })
  return found?.id ?? null
}

/** Field errors as problems of columns; `columns` says where a field stands in the file under another name. */
export const refusalsOf = (errors: FieldErrors, columns: Readonly<Record<string, string>> = {}): Refusal[] =>
  Object.entries(errors).flatMap(([field, messages]) => {
    const [first = field] = field.split('.')
    return messages.map((message) => ({ column: columns[first] ?? first, message }))
  })

/** As text, whatever order a list keeps the fields of its parts in. */
const plain = (value: unknown): string =>
  Array.isArray(value)
    ? JSON.stringify(
        value.map((part: unknown) =>
          typeof part === 'object' && part !== null ? Object.entries(part).toSorted(([one], [other]) => one.localeCompare(other)) : part,
        ),
      )
    : JSON.stringify(value)

const isSame = (a: unknown, b: unknown) =>
  plain(a) === plain(b) || (typeof a === 'string' && typeof b === 'string' && a !== '' && Number(a) === Number(b))

/** True when what is here says the same as what a row wants, in the fields that the row fills. */
export const saysSame = (there: object, wanted: object, fields: readonly string[]): boolean =>
  fields.every((field) => isSame((there as Record<string, unknown>)[field], (wanted as Record<string, unknown>)[field]))
