import { statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, type ESTree, type Plugin } from 'vite'
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

const CONTRACT = /src[\\/]features[\\/][\w-]+[\\/]contract[\w-]*\.ts$/
const IN_BROWSER = /src[\\/](?:web|features[\\/][\w-]+[\\/]web)[\\/].*\.tsx?$/
/** What the browser reads of an endpoint: what a call of it needs, and the schemas that forms and filters check with. */
const read = new Set<string>([...callFacts, 'body', 'query'])

/** The endpoints that a contract writes out: `endpoint({ … })`. */
const definitions = (node: unknown): ESTree.ObjectExpression[] => {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(definitions)
  const { type, callee, arguments: sent } = node as Partial<ESTree.CallExpression>
  if (type === 'CallExpression' && callee?.type === 'Identifier' && callee.name === 'endpoint')
    return (sent ?? []).filter((one) => one.type === 'ObjectExpression')
  return Object.values(node).flatMap(definitions)
}

/**
 * Contracts in the browser without what it never reads of a call: replies, which the compiler has checked, are most of what a contract weighs.
 * Code of the browser that reads one anyway fails the build, because neither the compiler nor a test would say so.
 */
export const contractsInBrowser = (): Plugin => ({
  name: 'contracts-in-browser',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (IN_BROWSER.test(id)) {
      const names = [...code.matchAll(/^import \{([^}]*)\} from '[^']*contract[\w-]*\.ts'/gm)].flatMap(
        ([, list = '']) => list.match(/\w+/g) ?? [],
      )
      const found = names.length > 0 && new RegExp(`\\b(?:${names.join('|')})\\.(?:response|params|summary)\\b`).exec(code)
      if (found) this.error(`${id} reads ${found[0]}, which the browser does not have: see tools/contract-calls.ts.`)
    }
    if (!CONTRACT.test(id)) return null
    const cuts = definitions(parseSync(id, code).program)
      .flatMap(({ properties }) => properties)
      .filter((one) => one.type === 'Property' && one.key.type === 'Identifier' && !read.has(one.key.name))
    return cuts.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(rest[end] === ',' ? end + 1 : end), code)
  },
})
