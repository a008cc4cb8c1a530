import { dictionary, isReservedName } from '#shared/dictionary.ts'

type Json = { [name: string]: Json } | Json[] | string

/** Why a path of fields cannot be sent, in one sentence that names the path, what is wrong with it, and what is allowed. */
export class FieldPathFault extends Error {}

const ALLOWED = 'Use letters, digits, hyphens and underscores, with dots between nested names.'
const FIELD_NAME = /^[A-Za-z0-9_\-[\]]+(\.[A-Za-z0-9_\-[\]]+)*$/
const PLACE = /^\d$/

/** The names of a path such as `data.0.to`. Throws a FieldPathFault for one that no field may be called by. */
export const namesOfPath = (path: string): string[] => {
  const reserved = path.split(/[.[\]]+/).find(isReservedName)
  if (reserved !== undefined) throw new FieldPathFault(`The field name “${path}” contains “${reserved}”, which is not allowed. ${ALLOWED}`)
  if (!FIELD_NAME.test(path)) throw new FieldPathFault(`The field name “${path}” is not allowed. ${ALLOWED}`)
  return path.split('.')
}

/** Puts a value under one name of an object or list that is being built. */
const put = (inside: Json, name: string, value: Json, path: string): Json => {
  if (typeof inside === 'string') throw new FieldPathFault(`The field name “${path}” puts a field into another one that holds text.`)
  if (Array.isArray(inside)) {
    if (!PLACE.test(name)) throw new FieldPathFault(`The field name “${path}” names “${name}” in a list. Lists have the places 0 to 9.`)
    return (inside[Number(name)] ??= value)
  }
  return (inside[name] ??= value)
}

/**
 * A JSON body of fields, each under its path: `data.0.to` is a field inside the first place of a list inside `data`. No object of it has a
 * prototype, so that no path reaches anything outside the body. Throws a FieldPathFault for paths that are not allowed or contradict each other.
 */
export const nestFields = (fields: readonly (readonly [path: string, value: string])[]): Json => {
  const body: Json = dictionary<Json>()
  for (const [path, value] of fields) {
    const names = namesOfPath(path)
    let inside: Json = body
    for (const [index, name] of names.entries()) {
      const next = names[index + 1]
      inside = put(inside, name, next === undefined ? value : PLACE.test(next) ? [] : dictionary<Json>(), path)
    }
    if (typeof inside !== 'string') throw new FieldPathFault(`The field name “${path}” is used for text and for other fields.`)
  }
  return body
}

/** What stands under a path in a parsed reply; undefined when nothing does. Follows what the reply itself holds, never what objects inherit. */
export const valueAtPath = (reply: unknown, path: string): unknown => {
  let found = reply
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found
}
