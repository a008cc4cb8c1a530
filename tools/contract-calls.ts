import { statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { callFacts, type Endpoint } from '../src/shared/endpoint.ts'

const PREFIX = '#calls/'
const features = join(import.meta.dirname, '..', 'src/features')

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const factsOf = (endpoint: Endpoint) => Object.fromEntries(callFacts.map((fact) => [fact, endpoint[fact]]))

/**
 * `#calls/users/contract.ts` is `#features/users/contract.ts` without its schemas, and so without Zod: each endpoint of it by what a call of it
 * needs. To the compiler both are one file (`imports` of package.json). See `docs/decisions/047-calls-without-schemas.md`.
 */
export const contractCalls = (): Plugin => ({
  name: 'contract-calls',
  enforce: 'pre',
  resolveId: (source) => (source.startsWith(PREFIX) ? `\0${source}` : null),
  async load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return null
    const file = join(features, id.slice(PREFIX.length + 1))
    this.addWatchFile(file)
    // By its time, so that one that was changed is read again.
    const contract = (await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`)) as Record<string, unknown>
    return Object.entries(contract)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .map(([name, endpoint]) => `export const ${name} = ${JSON.stringify(factsOf(endpoint))}`)
      .join('\n')
  },
})
