import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

const src = join(import.meta.dirname, '../../src')

/** A node of the syntax tree, of which only some have each of these. */
interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const descendants = function* (node: Node): Generator<Node> {
  yield node
  for (const child of childrenOf(node)) yield* descendants(child)
}
const nodesOf = (file: string, code: string): Node[] => [...descendants(parseSync(file, code).program as unknown as Node)]

/** The strings that an expression may be: `'A'`, `isNew ? 'A' : 'B'`, `name ?? 'A'`. */
const stringsIn = (node: unknown): string[] => {
  if (!isNode(node)) return []
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : []
  if (node.type === 'ConditionalExpression') return [...stringsIn(node['consequent']), ...stringsIn(node['alternate'])]
  if (node.type === 'LogicalExpression') return [...stringsIn(node['left']), ...stringsIn(node['right'])]
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return stringsIn(node['expression'])
  return []
}
const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node['property'])
  return typeof node['name'] === 'string' ? node['name'] : typeof node['value'] === 'string' ? node['value'] : ''
}

type Rule = (node: Node, code: string) => string[]

/** `t('Text')`: the argument at this place, by the name of the function or class. */
const inCalls =
  (places: Readonly<Record<string, number>>): Rule =>
  (node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return []
    const place = Object.hasOwn(places, nameOf(node['callee'])) ? places[nameOf(node['callee'])] : undefined
    return place === undefined ? [] : stringsIn((node['arguments'] as unknown[])[place])
  }
/** `label: 'Text'`, which lists of pages, tabs and columns keep for later. */
const inFields =
  (...names: string[]): Rule =>
  (node) =>
    node.type === 'Property' && names.includes(nameOf(node['key'])) ? stringsIn(node['value']) : []
/** `const trackWords: Record<Track, string> = { … }`, which `t(trackWords[track])` reads. */
const inWordLists: Rule = (node, code) => {
  if (node.type !== 'VariableDeclarator' || !isNode(node['id']) || !isNode(node['init'])) return []
  const { id, init } = node
  const type = isNode(id['typeAnnotation']) ? code.slice(id['typeAnnotation'].start, id['typeAnnotation'].end) : ''
  if (!/[wW]ords$/.test(nameOf(id)) || !/Record<[^]+, string>>?$/.test(type) || init.type !== 'ObjectExpression') return []
  return (init['properties'] as unknown[]).flatMap((one) => (isNode(one) && one.type === 'Property' ? stringsIn(one['value']) : []))
}
/** What manifests call permissions, rows of patients and what was done with them. */
const inManifests: Rule = (node, code) =>
  node.type === 'Property' && ['permissions', 'patientRows', 'accessLog'].includes(nameOf(node['key'])) && isNode(node['value'])
    ? [...descendants(node['value'])].flatMap((one) => inFields('label', 'title', 'staff', 'patient', 'patientOfChange')(one, code))
    : []
const matching =
  (pattern: RegExp): Rule =>
  (node) =>
    stringsIn(node.type === 'Literal' ? node : null).filter((text) => pattern.test(text))
/** What must be sent, and the choices of a query, are for programmers, and a summary is for the reference of the API. */
const exceptSummaries =
  (rule: Rule): Rule =>
  (node, code) =>
    /(?:summary|description):\s*$/.test(code.slice(Math.max(0, node.start - 60), node.start)) ? [] : rule(node, code)

/** Where people's texts are in the code, and how they are written there. */
const places: readonly { files: readonly string[]; rules: readonly Rule[]; what: string }[] = [
  {
    what: 'screens and documents',
    files: [
      'web/**/*.{ts,tsx}',
      'features/*/web/**/*.{ts,tsx}',
      'features/*/{contract*,record}.ts',
      'features/pharmacy/server/documents/{label-*,print-label}.ts',
      'features/laboratory/server/reports/*.ts',
      'features/letters/server/*.ts',
      'features/portal/server/download/*.ts',
      'features/patients/server/print-slip.ts',
      'platform/pdf/*.ts',
    ],
    rules: [inCalls({ t: 0 }), inFields('label', 'title', 'hint', 'anyLabel')],
  },
  { what: 'lists of words', files: ['web/**/*.{ts,tsx}', 'features/*/web/**/*.{ts,tsx}', 'features/*/rules.ts'], rules: [inWordLists] },
  {
    what: 'refusals',
    files: ['features/*/server/**/*.ts', 'platform/errors/*.ts', 'platform/csv/*.ts', 'platform/tables/*.ts'],
    rules: [inCalls({ conflict: 0, formError: 0, fieldError: 1, Problem: 2 })],
  },
  { what: 'refused files', files: ['platform/documents/*.ts', 'platform/files/*.ts'], rules: [matching(/^This [^\n]*\.$/)] },
  {
    what: 'failed backups and exports',
    files: [
      'platform/backup/*.ts',
      'features/backups/server/*.ts',
      'platform/export/{write-export,zip-writer}.ts',
      'features/imports/server/clinic/*.ts',
    ],
    rules: [inCalls({ BackupError: 0, ExportError: 0, sentence: 0 })],
  },
  {
    what: 'sentences of instruments and of rules',
    files: ['features/analysers/{protocol,server}/**/*.ts', 'features/lab-catalogue/rules/*.ts'],
    rules: [inCalls({ sentence: 0, wait: 0, ignore: 0, Refusal: 0 })],
  },
  {
    what: 'sentences of instruments and of rules',
    files: ['features/lab-catalogue/rules/check-range.ts'],
    rules: [inCalls({ add: 1, refuse: 2 })],
  },
  { what: 'lists of words', files: ['features/analysers/{protocol,server}/**/*.ts'], rules: [inWordLists] },
  {
    what: 'rules of contracts',
    files: ['features/*/contract*.ts', 'features/*/days.ts', 'shared/*.ts'],
    rules: [
      exceptSummaries(matching(/^(?:Enter|Name|At most|Write|Change the|Hand out|Choose (?:at least|none)|Currencies|Only)\b[^\n]*\.$/)),
    ],
  },
  { what: 'broken constraints', files: ['features/*/feature.ts'], rules: [inFields('says')] },
  { what: 'manifests', files: ['features/*/feature.ts'], rules: [inManifests] },
  { what: 'reports', files: ['features/reports/server/*.ts'], rules: [inFields('title')] },
]

const isText = (text: string) => /\p{L}/u.test(text) && !text.startsWith('Send ')
const sourcesOf = (files: readonly string[]) => globSync([...files], { cwd: src }).filter((path) => !/\.test\.tsx?$/.test(path))

const parsed = new Map<string, { code: string; nodes: Node[] }>()
const parse = (file: string) => {
  const known = parsed.get(file)
  if (known) return known
  const code = readFileSync(join(src, file), 'utf8')
  const one = { code, nodes: nodesOf(file, code) }
  parsed.set(file, one)
  return one
}

/** The texts in a piece of code that the rules of a place find. For tests of the rules. */
export const textsInCode = (code: string, what: string): string[] =>
  nodesOf('a.tsx', code).flatMap((node) => (places.find((place) => place.what === what)?.rules ?? []).flatMap((rule) => rule(node, code)))

/** Every text that people are shown, with the files that show it, and the kinds of places it is written in. Paths are from `src`. */
export const findTexts = (): Map<string, { places: Set<string>; files: Set<string> }> => {
  const found = new Map<string, { places: Set<string>; files: Set<string> }>()
  for (const { what, files, rules } of places)
    for (const file of sourcesOf(files)) {
      const { code, nodes } = parse(file)
      for (const text of nodes.flatMap((node) => rules.flatMap((rule) => rule(node, code))).filter(isText)) {
        const one = found.get(text) ?? { places: new Set<string>(), files: new Set<string>() }
        one.places.add(what)
        one.files.add(file)
        found.set(text, one)
      }
    }
  return found
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** Fewer fixed letters than these would fit nearly every text. */
const FIXED_LETTERS = 5

/** Tells of a text whether any code or table of `src` says it: as a string, with values put in, or within a query or a cell of a table. */
export const readUses = (): ((text: string) => boolean) => {
  const strings = new Set<string>()
  const patterns: RegExp[] = []
  const chunks: string[] = []
  for (const file of sourcesOf(['**/*.{ts,tsx}']))
    for (const node of parse(file).nodes) {
      for (const text of stringsIn(node.type === 'Literal' ? node : null)) strings.add(text)
      if (node.type === 'JSXText') strings.add(String(node['value']).trim())
      if (node.type === 'Property') strings.add(nameOf(node['key']))
      if (node.type !== 'TemplateLiteral') continue
      const fixed = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
      if (fixed.length === 1) strings.add(fixed[0]!)
      chunks.push(...fixed)
      if (fixed.join('').replaceAll(/\P{L}/gu, '').length >= FIXED_LETTERS)
        patterns.push(new RegExp(`^${fixed.map(escaped).join('.+')}$`, 'u'))
    }
  for (const file of globSync('**/knowledge/**/*.tsv', { cwd: src }))
    for (const cell of readFileSync(join(src, file), 'utf8').split(/[\t\n]/))
      for (const word of [cell, ...cell.split(/[|;]/)]) strings.add(word.trim())
  // A sentence with a reason behind it, such as "Left empty: …": screens translate the two parts one by one.
  for (const text of Array.from(strings)) for (const part of text.split(': ')) strings.add(part)
  const queries = chunks.join('\n')
  const isStated = (text: string) => patterns.some((pattern) => pattern.test(text))
  // Values that the program keeps, such as "live birth", are shown with a capital.
  const isValue = (text: string) => strings.has(`${text.charAt(0).toLowerCase()}${text.slice(1)}`)
  return (text) => strings.has(text) || isValue(text) || isStated(text) || isStated(`${text}: …`) || queries.includes(`'${text}'`)
}
