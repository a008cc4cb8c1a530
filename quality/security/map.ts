import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountAttacks } from './attacks-accounts.ts'
import { boundedWork } from './bounded-work.ts'
import { fieldInputs } from './inputs.ts'
import { workInputs } from './inputs-work.ts'
import type { Row } from './row.ts'
import { weaknesses } from './weaknesses.ts'

const root = join(import.meta.dirname, '../..')

/** The bad inputs of section 5, and the two doors that it names beside them. */
export const inputs: readonly Row[] = [...fieldInputs, ...workInputs]
const rows = [...weaknesses, ...accountAttacks, ...inputs, ...boundedWork]

/** Every file with a test that is named, with the names. */
export const namedTests = (): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>()
  for (const { shown } of rows) for (const [file, ...names] of shown) found.set(file, new Set([...(found.get(file) ?? []), ...names]))
  return found
}

/** As a text in the quotes that the house writes it in. */
const writings = (name: string) => [`'${name}'`, `"${name}"`, `\`${name}\``]

/** Names that no test of their file has. */
export const missingTests = (): string[] =>
  [...namedTests()].flatMap(([file, names]) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...names].filter((name) => !writings(name).some((written) => text.includes(written))).map((name) => `${file}: ${name}`)
  })

const cell = (text: string) => text.replaceAll('|', '\\|')
const shownBy = ({ shown }: Row) =>
  shown.map(([file, ...names]) => `\`${file}\`: ${names.map((name) => `“${cell(name)}”`).join(', ')}`).join('<br>')
const table = (list: readonly Row[]) => [
  '| # | what | shown by |',
  '|---|---|---|',
  ...list.map((one) => `| ${one.number} | ${cell(one.about)}${one.note ? `<br>*${cell(one.note)}*` : ''} | ${shownBy(one)} |`),
]

/** docs/security.md. */
export const securityPage = () =>
  [
    '# What holds, row by row',
    '',
    'Made from `quality/security/weaknesses.ts`, `attacks-*.ts` and `inputs*.ts`. `npm run security` runs every test that is named here and fails when one does not',
    'pass; what it does besides stands in [SECURITY.md](../SECURITY.md), and the attackers in the [threat model](threat-model.md). A name with',
    '`%s` is that of a table of cases.',
    '',
    '## What went wrong elsewhere',
    '',
    'Thirty-eight kinds of published failures of systems like this one.',
    '',
    ...table(weaknesses),
    '',
    '## Attacks on accounts and on the trail',
    '',
    ...table(accountAttacks),
    '',
    '## Bad inputs',
    '',
    'Each is refused with a 4xx that says why, or taken for the text that it is, and changes nothing.',
    '',
    ...table(inputs),
    '',
    '## Bounded work',
    '',
    'Work that costs much more than reading a few rows is bounded for each account before it begins; without an account the network counts. Accounts take',
    'turns: many files of one delay one file of another by one. A refusal names the limit and what is used.',
    '',
    '| kind of work | bound earlier | bound for each account | shown by |',
    '|---|---|---|---|',
    ...boundedWork.map((one) => `| ${cell(one.about)} | ${cell(one.earlier)} | ${cell(one.bound)} | ${shownBy(one)} |`),
    '',
  ].join('\n')
