import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { output, root, type Step } from './step.ts'

interface Component {
  name: string
  version: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}

/** Licences that ask for nothing but their own text. */
const free = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Python-2.0',
  '(MIT OR CC0-1.0)',
])
/** Others, each looked at: used as they come, unchanged, which is all that they ask. */
const lookedAt: [license: string, of: RegExp][] = [
  ['MPL-2.0', /^(@axe-core\/playwright|axe-core|lightningcss.*)$/],
  ['OFL-1.1', /^@fontsource-variable\/inter$/],
  ['MIT AND OFL-1.1', /^@expo-google-fonts\//],
  ['LGPL-3.0-or-later', /^@img\/sharp-libvips-/],
  ['Apache-2.0 AND LGPL-3.0-or-later', /^@img\/sharp-/],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', /^@img\/sharp-wasm32$/],
  // Bitstream Vera and Arev: free to use, embed and pass on.
  ['', /^dejavu-fonts-ttf$/],
]

const licenseOf = ({ licenses = [] }: Component) =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ')

const isAllowed = (component: Component) => {
  const license = licenseOf(component)
  return free.has(license) || lookedAt.some(([one, of]) => one === license && of.test(component.name))
}

/** Writes down all packages that are installed, as CycloneDX, and asks under which licence each is. */
export const listPackages = async (): Promise<Step> => {
  const text = await output('npm', ['sbom', '--sbom-format', 'cyclonedx'])
  const { components = [] } = JSON.parse(text || '{}') as { components?: Component[] }
  const into = '.cache/security/sbom.cdx.json'
  mkdirSync(join(root, '.cache/security'), { recursive: true })
  writeFileSync(join(root, into), text)
  const faults = components.filter((one) => !isAllowed(one)).map((one) => `${one.name} ${one.version}: ${licenseOf(one) || 'no licence'}`)
  if (components.length < 100) faults.push('npm listed no packages')
  return { name: 'packages and licences', passed: faults.length === 0, message: `${components.length} packages, listed in ${into}`, faults }
}

interface Audit {
  message?: string
  metadata?: { vulnerabilities?: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string; range: string }>
}

const audit = async (name: string, args: string[]): Promise<Step> => {
  const answer = JSON.parse((await output('npm', ['audit', '--json', ...args])) || '{}') as Audit
  if (!answer.metadata?.vulnerabilities)
    return { name, passed: null, message: `not done: the registry in use answers no audits (${answer.message ?? 'no answer'})`, faults: [] }
  const faults = Object.entries(answer.vulnerabilities ?? {}).map(([of, { severity, range }]) => `${of} ${range}: ${severity}`)
  return { name, passed: faults.length === 0, message: 'asked for every package', faults }
}

/** Asks the registry for known weaknesses: of what the program runs on, and of everything. */
export const auditPackages = async () => [await audit('audit, what runs', ['--omit=dev']), await audit('audit, everything', [])]
