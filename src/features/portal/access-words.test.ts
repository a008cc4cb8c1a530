import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTexts, translatedLanguages } from '#platform/texts/read-texts.ts'
import { allWords, toAction, kindOf, sentenceOf, WORDLESS } from './server/access/labels.ts'

const src = join(import.meta.dirname, '../..')

const quoted = (code: string) => [...code.matchAll(/'([^'\n]+)'/g)].map(([, text = '']) => text)

/** The arguments of a call whose text begins at `from`. */
const argumentsAt = (code: string, from: number): string[] => {
  const found = ['']
  let depth = 0
  for (const mark of code.slice(from)) {
    if ('([{'.includes(mark)) depth += 1
    if (')]}'.includes(mark) && --depth < 0) break
    if (mark === ',' && depth === 0) found.push('')
    else found[found.length - 1] += mark
  }
  return found.map((one) => one.trim())
}

interface Written {
  pairs: string[]
  /** Calls that name no action or no entity where they stand. */
  unread: string[]
}

/** What a piece of the program writes of patients into the trail: `action entity`. */
const writtenIn = (code: string, feature: string): Written => {
  const constants = new Map([...code.matchAll(/const (\w+) = '([^'\n]+)'/g)].map(([, name, text = '']) => [name, text]))
  const named = (given: string) => (constants.has(given) ? [constants.get(given)!] : quoted(given))
  const written: Written = { pairs: [], unread: [] }
  for (const call of code.matchAll(/\b(audit|auditFrom|auditReads|writeTrail)\(/g)) {
    const [first = '', second = '', third = ''] = argumentsAt(code, call.index + call[0].length)
    if (call[1] === 'audit' && second.startsWith('{') && !second.includes('patient')) continue
    const [action, entity] = {
      audit: [quoted(first.slice(Math.max(0, first.indexOf('?')))), named(/\bentity: ([^,}\n]+)/.exec(second)?.[1] ?? '')],
      auditFrom: [quoted(second), quoted(third)],
      auditReads: [['read'], named(second)],
      writeTrail: [[], []],
    }[call[1] as 'audit']
    for (const one of action!) written.pairs.push(...entity!.map((of) => `${one} ${of}`))
    if (action!.length === 0 || entity!.length === 0) written.unread.push(`${feature} ${first}`)
  }
  return written
}

const found = globSync('features/**/*.ts', { cwd: src })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => writtenIn(readFileSync(join(src, path), 'utf8'), path.split('/')[1]!))

/** What the calls write that name it elsewhere, by feature, by reading them. */
const elsewhere: Record<string, string[]> = {
  'analysers action': ['enter result lab test', 'calculate result lab test', 'amend result lab test', 'move visit'],
  'analysers db': ['enter result lab test', 'calculate result lab test'],
  "appointments 'check in'": ['check in appointment'],
  'appointments action': ['update appointment', 'status appointment'],
  "attendance 'undo move'": ['undo move visit'],
  "audit 'export'": ['export audit log'],
  "audit 'read'": ['read audit log'],
  "attendance 'close'": ['close visit'],
  // The night closes as the desk does.
  'attendance tx': [],
  "attendance body.track ? 'move' : 'update'": ['move visit', 'update visit'],
  // Of no patient: that the passphrase of backups was set.
  'backups db': [],
  "billing 'print'": ['print invoice', 'print receipt', 'print credit note'],
  'billing kind': ['payment receipt', 'refund receipt', 'reversal receipt'],
  'booking action': ['move appointment', 'cancel appointment'],
  'consultations changed.action': ['create diagnosis', 'update diagnosis', 'remove diagnosis'],
  // Undone, by the table that it was written to.
  "imports 'end'": ['end allergy', 'end no known allergies'],
  // What the kinds of import write, where they write it.
  'imports tx': [],
  'laboratory action': [
    'approve result lab test',
    'withdraw result lab test',
    'take back result lab test',
    'move visit',
    'reject sample',
    'receive sample',
    'update sample',
    'collect sample',
    'uncollect sample',
  ],
  'patients action': [
    'create next of kin',
    'update next of kin',
    'end next of kin',
    'create allergy',
    'end allergy',
    'create alert',
    'end alert',
    'create identifier',
    'remove identifier',
    'set insurance',
    'remove insurance',
  ],
  'records action': ['confirm medical record', 'reject medical record', 'reopen medical record'],
  // What an answer about a pregnancy does to the record.
  'triage action': ['create pregnancy', 'end pregnancy', 'create not pregnant'],
  // Of the person who signs in, and of no patient.
  'users db': [],
  'users tx': [],
}

/** An action may be of two words, an entity too. */
const hasWords = (pair: string) =>
  [...pair.matchAll(/ /g)].some(({ index }) => toAction(pair.slice(0, index), pair.slice(index + 1)) !== WORDLESS)
const message = (...act: Parameters<typeof toAction>) => sentenceOf(toAction(...act))

test('a call is read with what it names in place, in a constant, and as one of two', () => {
  const code = `const ENTITY = 'card'
    audit(isNew ? 'create' : 'update', { entity: 'patient', id, patient: id })
    auditReads(audit, ENTITY, rows.map(({ patient }) => patient))
    audit('change', { entity: 'price', id })
    audit(kind, { entity: ENTITY, patient })`
  expect(writtenIn(code, 'cards')).toEqual({ pairs: ['create patient', 'update patient', 'read card'], unread: ['cards kind'] })
})

test('every call that names its action elsewhere is known', () => {
  expect([...new Set(found.flatMap(({ unread }) => unread))].toSorted()).toEqual(Object.keys(elsewhere).toSorted())
})

test('everything that is written of a patient has words of its own', () => {
  const pairs = [...new Set([...found.flatMap((file) => file.pairs), ...Object.values(elsewhere).flat()])]
  expect(pairs.length).toBeGreaterThan(150)
  expect(pairs.filter((pair) => !hasWords(pair)).toSorted()).toEqual([])
})

test('words say what was done, and what of several details only where it was one', () => {
  expect(message('read', 'lab results')).toBe('Viewed your laboratory results')
  expect(message('update', 'patient', ['phone'])).toBe('Changed your phone number')
  expect(message('update', 'patient', ['first_name', 'second_name'])).toBe('Changed your name')
  expect(message('update', 'patient', ['phone', 'email'])).toBe('Changed your details')
  expect(message('print', 'patient card')).toBe('Printed your card')
  expect(message('surely', 'nothing')).toBe('Opened your record')
  expect(['read', 'print', 'export', 'update', 'surely'].map(kindOf)).toEqual(['read', 'printed', 'printed', 'changed', 'changed'])
})

const wordsOfWork = (pair: string) => {
  const [, action, entity] = /^(.+?) (lab test|lab release|critical value|equipment result)$/.exec(pair)!
  return message(action!, entity!)
}
test('work on results is told in one way, so that nobody reads from it what is kept for the doctor', () => {
  const pairs = [...new Set([...found.flatMap((file) => file.pairs), ...Object.values(elsewhere).flat()])]
  const done = pairs.filter((pair) => / result lab test$|lab release$|critical value$|equipment result$/.test(pair))
  expect(done).toEqual(
    expect.arrayContaining(['hold back lab release', 'approve result lab test', 'call critical value', 'read lab release']),
  )
  const reported = new Map(done.map((pair) => [pair, wordsOfWork(pair)]))
  expect([...new Set(reported.values())].toSorted()).toEqual(['Viewed your laboratory results', 'Worked on your laboratory tests'])
  for (const [pair, words] of reported)
    if (/^(read|see|critical seen)/.test(pair)) expect(words, pair).toBe('Viewed your laboratory results')
})

test.each(translatedLanguages)('every word of it is there in %s', (language) => {
  const texts = readTexts(language)
  expect(allWords.filter((text) => !(text in texts))).toEqual([])
})
