import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, fields, patchOf, YesNo } from './paging.ts'
import type { Permission } from './permissions.ts'
import { type Fields, keptShape, type KeptShape, sentShape } from './record.ts'
import type { Topic } from './topics.gen.ts'

interface Declaration<F extends Fields, A> {
  /** What a row is called in the API's description, such as `InsuranceCompany`. */
  name: string
  path: `/${string}/`
  summaries: { list: string; create: string; update: string }
  access: { view: Permission; change: Permission }
  live: readonly Topic[]
  fields: F
  /** Members of a row that are answered and not sent. */
  answers?: A & z.ZodRawShape
}

type Row<F extends Fields, A> = z.ZodObject<{ id: z.ZodInt } & KeptShape<F> & A & { is_active: z.ZodBoolean; version: z.ZodInt }>

/**
 * The contracts of a plain catalogue: rows that are few, listed whole, added, changed with their version, and taken out of use instead of
 * deleted. Everything about its fields comes from their declarations.
 */
export const catalogue = <const F extends Fields, const A = unknown>({
  name,
  path,
  summaries,
  access,
  live,
  fields: all,
  answers,
}: Declaration<F, A>) => {
  const shape = { id: z.int(), ...keptShape(all), is_active: z.boolean(), ...answers, version: z.int() }
  const row = z.object(shape).meta({ id: name }) as unknown as Row<F, A>
  const sent = fields(sentShape(all))
  return {
    fields: all,
    row,
    list: endpoint({
      method: 'GET',
      path,
      summary: summaries.list,
      access: access.view,
      live,
      query: fields({ active: YesNo.optional() }),
      response: z.array(row),
    }),
    create: endpoint({ method: 'POST', path, summary: summaries.create, access: access.change, body: sent, status: 201, response: row }),
    update: endpoint({
      method: 'PATCH',
      path: `${path}{id}/`,
      summary: summaries.update,
      access: access.change,
      params: ById,
      body: patchOf(sent.extend({ is_active: z.boolean() })),
      response: row,
    }),
  }
}
