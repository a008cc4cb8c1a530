import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseSync } from 'vite'

// Words that the vocabulary (CONTRIBUTING.md) has replaced stay out of identifiers and names of files. Names of columns and fields of the API stay.

/** Parts of identifiers, and what they are called instead. */
const replaced: Readonly<Record<string, string>> = {
  deed: 'action',
  tongue: 'locale',
  brake: 'rate limit',
  frugal: 'pipelined',
  twin: 'duplicate',
  ghost: 'preview',
  house: 'app, server or facility',
  judge: 'validate, evaluate',
  judged: 'validated, evaluated',
  told: 'reported, input',
  said: 'message, text, stated',
  whose: 'owner',
  nobody: 'no user, no patient',
  somebody: 'user, patient, other',
  everybody: 'all',
  whoever: 'user, caller',
  standing: 'active, current, alert',
  handed: 'dispensed',
  laid: 'optimistic',
}
/** Whole identifiers. */
const names: Readonly<Record<string, string>> = {
  findNamedPaper: 'resolvePrescription',
  faultsOf: 'findInconsistencies',
  lookAtAll: 'checkAlerts',
  orStale: 'withVersionConflict',
  meantStore: 'resolveStore',
  toldOf: 'toRow',
  coverHidden: 'redactRestricted',
  coverVisit: 'redactVisit',
  atDesk: 'allowsRestricted',
  fromOutside: 'rawInput',
  upTo: 'limitLiteral',
  worstFirst: 'bySeverity',
}
const files =
  /(?:^|[-/])(?:deeds?|tongue|brakes|twins?|ghosts|laid|held|whose|judge|give-way|standing|tail|parts|outer|(?<!at-)rest)\.tsx?$/

/** Where `said` is a column, or a value of sentences that clinics have stored. */
const storedSaid = /^src\/features\/(?:letters|analysers\/server\/processing)\//
/** Columns and fields of the API. */
const kept = new Set<string>(['handedOut', 'is_handed_out', 'said_on', 'said_by_name', 'is_said'])
/** Values of the API and of reports, where they are the keys of an object. */
const keptIn: Readonly<Record<string, RegExp>> = {
  told: /^src\/features\/(?:laboratory\/questions-samples|reports\/laboratory-reports\.test)\.ts$/,
  everybody: /^src\/features\/announcements\/audience\.test\.ts$/,
  nobody: /^src\/features\/(?:portal\/server\/download\/sections|catalogue\/item-price\.test)\.ts$/,
}

interface Node {
  type: string
  name?: string
}
const identifiers = (value: unknown, found = new Set<string>()): Set<string> => {
  if (typeof value !== 'object' || value === null) return found
  const { type, name } = value as Node
  if ((type === 'Identifier' || type === 'JSXIdentifier') && name !== undefined) found.add(name)
  for (const child of Object.values(value)) identifiers(child, found)
  return found
}
const partsOf = (name: string) => name.split(/(?=[A-Z])|_|\d/).map((part) => part.toLowerCase().replace(/(?<=\w{3})s$/, ''))

const problems: string[] = []
let seen = 0
for (const file of globSync(['src/**/*.{ts,tsx}', '{tools,quality,e2e}/**/*.ts', 'db/seed/**/*.ts'])) {
  seen += 1
  if (file === 'tools/check-words.ts' || file.endsWith('.gen.ts')) continue
  if (files.test(file)) problems.push(`${file}: the name of this file is not in the vocabulary`)
  for (const name of identifiers(parseSync(basename(file), readFileSync(file, 'utf8')).program)) {
    if (kept.has(name) || (Object.hasOwn(keptIn, name) && keptIn[name]?.test(file)) || (name === 'said' && storedSaid.test(file))) continue
    const part = partsOf(name).find((one) => Object.hasOwn(replaced, one))
    const instead = Object.hasOwn(names, name) ? names[name] : part === undefined ? undefined : replaced[part]
    if (instead !== undefined) problems.push(`${file}: ${name} → ${instead}`)
  }
}
if (seen < 2000) problems.push(`only ${seen} files were seen`)
process.stdout.write(`${problems.join('\n') || `${seen} files, no replaced words in identifiers`}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
