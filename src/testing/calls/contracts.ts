import { join } from 'node:path'
import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { exportsOf } from '../modules.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const found = await exportsOf(join(import.meta.dirname, '../../features'), '*/contract*.ts')
// A contract in several files exports some endpoints twice.
const endpoints = [...new Set(found.filter(isEndpoint))]

/** Every endpoint that any contract promises. */
export const promisedEndpoints = (): Endpoint[] => [...endpoints]

export const callOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

const UNKNOWN = ['2000000000', '00000000-0000-4000-8000-000000000000', 'nobody']

/** What a path may name there and nobody has: an id as it is written there, or the first of a few words that it may be. */
const unknownId = (endpoint: Endpoint, name: string) => {
  const params = endpoint.params ?? z.object({})
  const given = (value: string) => z.safeParse(params, { [name]: value }).error?.issues.some(({ path }) => path[0] === name) !== true
  const { properties } = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' })
  const words = (properties?.[name] as { enum?: string[] } | undefined)?.enum ?? []
  return [...UNKNOWN, ...words].find(given) ?? UNKNOWN[0]!
}

/** The path with `id` in each of its places; without one, with ids that belong to nobody. */
export const pathOf = (endpoint: Endpoint, id?: string) =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(id ?? unknownId(endpoint, name)))
