import type { Endpoint } from '#shared/endpoint.ts'

const words = (text: string) => text.split(/[^A-Za-z0-9]+/).filter(Boolean)
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `lab-test_panel` becomes `LabTestPanel`. */
export const pascal = (text: string): string => words(text).map(capital).join('')

const singular = (word: string) => {
  if (word.endsWith('ies') && !word.endsWith('series')) return word.replace(/ies$/, 'y')
  if (/(ss|us|is|ics|news)$/.test(word)) return word
  if (/(ch|sh|x|s)es$/.test(word)) return word.replace(/es$/, '')
  return word.replace(/s$/, '')
}

const segments = (path: string) => path.split('/').filter(Boolean)
const isParameter = (segment: string) => segment.startsWith('{')

/** What a path is about, in the singular: `/patients/patients/{id}/` is about a `Patient`. */
const resourceOf = (path: string) =>
  pascal(
    singular(
      segments(path)
        .filter((segment) => !isParameter(segment))
        .at(-1) ?? '',
    ),
  )
const areaOf = (path: string) => pascal(segments(path)[0] ?? '')

const idParts = (path: string) => segments(path).map((segment) => (isParameter(segment) ? `By${pascal(segment)}` : pascal(segment)))

/**
 * Names of a call: `GET /patients/patients/{id}/` is `getPatientsPatientsById`. The second is for the rare path that differs from another one
 * in a hyphen alone.
 */
export const operationIds = (method: string, path: string): [string, string] => [
  `${method.toLowerCase()}${idParts(path).join('')}`,
  `${method.toLowerCase()}${idParts(path).join('_')}`,
]

/** Names for what a call answers or takes, the most natural first; the last one is free in any case. */
export const namesOf = ({ method, path }: Endpoint, side: 'reply' | 'row' | 'body'): string[] => {
  const resource = resourceOf(path)
  const area = areaOf(path)
  const whole = capital(operationIds(method, path)[0])
  if (side === 'body') {
    const kind = method === 'PATCH' ? 'Change' : 'Input'
    return isParameter(segments(path).at(-1) ?? '') || method === 'POST'
      ? [`${resource}${kind}`, `${area}${resource}${kind}`, `${whole}Body`]
      : [`${whole}Body`]
  }
  if (side === 'row') return [resource, `${resource}Row`, `${area}${resource}Row`, `${whole}Row`]
  return isParameter(segments(path).at(-1) ?? '') || method === 'GET'
    ? [resource, `${area}${resource}`, `${whole}Reply`]
    : [`${resource}Reply`, `${whole}Reply`]
}

/** Names for a part of something that stands in several places. */
export const partNames = (owner: string, field: string): string[] => {
  const name = pascal(singular(field))
  return [name, `${owner}${name}`]
}
