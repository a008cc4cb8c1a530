import { isReservedName } from '#shared/dictionary.ts'
import { fieldError, formError, invalidInput } from '#platform/errors/problem.ts'

const MAX_DEPTH = 32
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Counts `"key":` pairs: colons that stand outside strings. */
const countKeys = (text: string) => {
  let keys = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 58) keys++
    else if (code === 34) for (at++; text.charCodeAt(at) !== 34; at++) if (text.charCodeAt(at) === 92) at++
  }
  return keys
}

const textProblem = (text: string) => {
  if (text.includes('\u0000')) return 'Null characters are not allowed.'
  return text.isWellFormed() ? null : 'Invalid Unicode text.'
}

/** Whatever walks or copies a body must not come to the prototype that all objects share. */
const reservedName = (name: string) => `A field may not be called “${name}”. Any other name that this call describes is allowed.`

/** Walks a value without recursion; refuses what no field of ours may hold, whatever its schema, and counts the keys it saw. */
const inspect = (value: unknown): number => {
  const open: [unknown, string, number][] = [[value, '', 0]]
  let keys = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const [item, path, depth] = next
    if (typeof item === 'string') {
      const problem = textProblem(item)
      if (problem) throw invalidInput({ [path]: [problem] })
    } else if (typeof item === 'object' && item !== null) {
      if (depth >= MAX_DEPTH) throw formError('The body is nested too deeply.')
      for (const [key, child] of Object.entries(item)) {
        const place = path ? `${path}.${key}` : key
        if (!Array.isArray(item)) {
          keys++
          if (isReservedName(key)) throw fieldError(place, reservedName(key))
          if (textProblem(key)) throw formError('The body has a field name that is not allowed.')
        }
        open.push([child, place, depth + 1])
      }
    }
  }
  return keys
}

/** Refuses null characters and broken Unicode in a path, a query or a form. */
export const inspectText = (value: unknown) => void inspect(value)

/** Parses a JSON body strictly: UTF-8, no duplicate keys, no null characters, bounded depth. Anything else is a 400. */
export const parseJson = (raw: Buffer): unknown => {
  if (raw.length === 0) return undefined
  let text: string
  let value: unknown
  try {
    text = decoder.decode(raw)
    value = JSON.parse(text)
  } catch {
    throw formError('The body is not valid JSON.')
  }
  if (inspect(value) !== countKeys(text)) throw formError('The body names a field twice.')
  return value
}
