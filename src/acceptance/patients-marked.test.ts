import { z } from 'zod'
import { expect, test } from 'vitest'
import { PatientId } from '#shared/paging.ts'
import { patientsShownBy } from '#platform/http/patients-shown.ts'
import { schemaDef, type Schema } from '#platform/http/schema-fields.ts'
import { callOf, promisedEndpoints } from '../testing/calls/contracts.ts'

// Lists leave out the lines of restricted records by the fields of their contracts that are a PatientId: no field with the id of a patient may be
// any other number.

const endpoints = promisedEndpoints()

/** The schema under those that say whether it may be missing. */
const inner = (schema: Schema): Schema =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly
    ? inner(schema.def.innerType)
    : schema

/** The parts of a schema, by what they are called in a message. */
const partsOf = (schema: Schema): [string, Schema][] => {
  const def = schemaDef(schema)
  if (def.type === 'object') return Object.entries(def.shape!)
  if (def.type === 'array') return [['[]', def.element!]]
  if (def.type === 'record') return [['{}', def.valueType!]]
  if (def.type === 'union') return def.options!.map((one) => ['|', one])
  if (def.type === 'tuple') return def.items!.map((one) => ['[]', one])
  if (def.type === 'intersection') return [def.left!, def.right!].map((one) => ['&', one])
  if (def.type === 'pipe') return [['', def.out!]]
  return []
}

/** Records that another one was merged with: they are named by number, and open to those alone who may open that one. */
const merged = new Set(['merged_into', 'from', 'into'])

/** Fields that hold the id of a patient by their names, and are not marked. */
const unmarkedIn = (schema: Schema, at: string, above: readonly Schema[] = []): string[] => {
  if (above.includes(schema)) return []
  const parts = partsOf(inner(schema))
  const names = new Set(parts.map(([name]) => name))
  return parts.flatMap(([name, part]) => {
    const one = inner(part)
    const isId =
      /^(patient|patient_id|patient__id)$/.test(name) ||
      (name === 'patients' && one instanceof z.ZodArray) ||
      (name === 'id' && at.endsWith('.patient')) ||
      (name === 'id' && names.has('unique_id') && !merged.has(at.split('.').at(-1)!))
    const number = one instanceof z.ZodArray ? inner(one.element) : one
    if (isId && number instanceof z.ZodNumber) return number === PatientId ? [] : [`${at}.${name}`]
    return unmarkedIn(part, `${at}.${name}`, [...above, schema])
  })
}

test('every field of a reply that is called as the id of a patient is marked as one', () => {
  expect(endpoints.flatMap((endpoint) => unmarkedIn(endpoint.response, callOf(endpoint)))).toEqual([])
})

test('every reply can be looked into for patients', () => {
  expect(endpoints.filter(({ response }) => patientsShownBy(response) === undefined)).toEqual([])
})
