import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseSync } from 'vite'

// Words that the vocabulary (CONTRIBUTING.md) has replaced stay out of identifiers, names of files and classes of styles. Names of columns and fields
// of the API stay.

/** Parts of names, and what they are called instead. */
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
  paper: 'document, prescription, print template',
}
/** Parts of names of files and of classes of styles alone: in code it is also what a room of a building is called, and the space that is left. */
const inFiles: Readonly<Record<string, string>> = { room: 'page, feature' }
/** Two parts in a row. */
const phrases: Readonly<Record<string, string>> = {
  'hand out': 'dispense',
  'handing out': 'dispensing',
  'take back': 'reverse, undo',
  'taken back': 'reversed, undone',
  'put away': 'merge, archive',
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
const fileNames =
  /(?:^|[-/])(?:deeds?|tongue|brakes|twins?|ghosts|laid|held|whose|judge|give-way|standing|tail|parts|outer|(?<!at-)rest)\.tsx?$/

/** Columns and fields of the API, and the paper in printers. */
const kept =
  /^(?:handedOut|is_handed_out|is_taken_back|patients_put_away|said_on|said_by_name|is_said|\w*[pP]aper(?:Sizes?(?:Name)?|Format|Query))$/
/** Columns, fields and values of the API and of reports, and rooms of a building, in the files that hold them. */
const keptIn: Readonly<Record<string, RegExp>> = {
  said: /^src\/features\/(?:letters|analysers\/server\/processing)\//,
  told: /^src\/features\/(?:laboratory\/questions-samples|reports\/laboratory-reports\.test)\.ts$/,
  everybody: /^src\/features\/announcements\/audience\.test\.ts$/,
  nobody: /^src\/features\/(?:portal\/server\/download\/sections|catalogue\/item-price\.test)\.ts$/,
  paper:
    /^src\/features\/(?:billing\/(?:documents|contract|server\/routes|web\/(?:use-documents|pay\/paid-panel|bill\/print-menu)|server\/documents\/document-printer)|pharmacy\/web\/sale\/sold-panel|templates\/web|setup\/(?:contract|web\/progress-labels))/,
  room: /^src\/features\/schedules\//,
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
/** `findNewest`, `MOST_SHOWN` and `lab-page` in their words, each without the s of a plural. */
const wordsIn = (name: string) =>
  name.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[-_.\d]/).map((part) => part.toLowerCase().replace(/(?<=\w{3})s$/, ''))
const faultIn = (name: string, file: string, banned: Readonly<Record<string, string>>): string | undefined => {
  if (kept.test(name)) return undefined
  if (Object.hasOwn(names, name)) return names[name]
  const words = wordsIn(name)
  const word = words.find((one) => Object.hasOwn(banned, one) && !(Object.hasOwn(keptIn, one) && keptIn[one]?.test(file)))
  if (word !== undefined) return banned[word]
  const phrase = words.map((one, at) => `${one} ${words[at + 1]}`).find((one) => Object.hasOwn(phrases, one))
  return phrase === undefined ? undefined : phrases[phrase]
}

const problems: string[] = []
const check = (file: string, found: Iterable<string>, banned: Readonly<Record<string, string>>) => {
  for (const name of found) {
    const instead = faultIn(name, file, banned)
    if (instead !== undefined) problems.push(`${file}: ${name} → ${instead}`)
  }
}
const code = globSync(['src/**/*.{ts,tsx}', '{tools,quality,e2e}/**/*.ts', 'db/seed/**/*.ts'])
const styles = globSync('src/**/*.css')
for (const file of [...code, ...styles]) {
  if (file === 'tools/check-words.ts' || file.endsWith('.gen.ts')) continue
  const text = readFileSync(file, 'utf8')
  if (fileNames.test(file)) problems.push(`${file}: the name of this file is not in the vocabulary`)
  check(file, [basename(file)], { ...replaced, ...inFiles })
  if (file.endsWith('.css'))
    check(file, new Set(Array.from(text.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g), ([, name = '']) => name)), { ...replaced, ...inFiles })
  else check(file, identifiers(parseSync(basename(file), text).program), replaced)
}
if (code.length < 2000 || styles.length < 50) problems.push(`only ${code.length} files and ${styles.length} styles were seen`)
process.stdout.write(`${problems.join('\n') || `${code.length} files and ${styles.length} styles, no replaced words in names`}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
