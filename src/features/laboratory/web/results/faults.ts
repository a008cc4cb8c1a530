import { z } from 'zod'
import { ImplausibleValue } from '#shared/implausible.ts'
import type { Placed, Theirs } from './result-items.ts'

/** What becomes of items that the server refused, by request panel. */
export interface Faults {
  why: ReadonlyMap<number, string>
  theirs: ReadonlyMap<number, Theirs>
  asked: ReadonlyMap<number, ImplausibleValue>
}

interface Refusal {
  status: number
  detail: string
  fields: Readonly<Record<string, string[]>>
  body: Readonly<Record<string, unknown>>
}

const Named = z.array(z.int())
const Current = z.array(
  z.object({
    id: z.int(),
    version: z.int(),
    result: z.string().nullable(),
    current: z.object({ result: z.string(), entered_by_name: z.string().nullable() }).nullable().optional(),
  }),
)

/** Which of the items a refusal is about: by their place in the request, by their ids, or as they are now. Empty: about none of them. */
export const placeRefusal = ({ status, detail, fields, body }: Refusal, sent: readonly Placed[]): Faults => {
  const why = new Map<number, string>()
  const theirs = new Map<number, Theirs>()
  const asked = new Map<number, ImplausibleValue>()
  if (status === 400)
    for (const [path, [message = detail]] of Object.entries(fields)) {
      const [list, at] = path.split('.')
      const found = list === 'results' ? sent[Number(at)] : undefined
      if (found) why.set(found.item.request_panel, message)
    }
  if (status === 409)
    for (const question of z.array(ImplausibleValue).safeParse(body['questions']).data ?? []) {
      const found = sent[Number(question.field.split('.')[1])]
      if (!found) continue
      why.set(found.item.request_panel, question.message)
      asked.set(found.item.request_panel, question)
    }
  if (status === 409) for (const id of Named.safeParse(body['request_panels']).data ?? []) why.set(id, detail)
  if (status === 412)
    for (const { id, version, result, current } of Current.safeParse(body['current']).data ?? [])
      theirs.set(id, { version, result: current?.result ?? result ?? '', by: current?.entered_by_name ?? null })
  return { why, theirs, asked }
}
