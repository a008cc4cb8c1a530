import { fractionOf, isSameUnit, readResult, type ReadResult, type ResultPanel } from '#features/lab-catalogue/rules.ts'
import { meansNormal } from '../no-result.ts'
import { isNoResult } from '#features/laboratory/rules.ts'
import { sentence, type Sentence } from '#shared/sentence.ts'
import type { AnalyserResult } from '../protocol.ts'
import { refusalOfSample } from '../policy.ts'
import { checkPatient } from './check-patient.ts'
import type { Known, KnownSample, KnownTest, MappedCode } from './load.ts'

/** What is to become of one result of an instrument. */
export type Decision =
  /** Entered as the result of this test of ours, which stands at this version. */
  | { kind: 'enter'; test: KnownTest; result: string; unit: string }
  /** It is there already, equal. */
  | { kind: 'there'; test: KnownTest; resultId: number }
  | { kind: 'control'; panelId: number | null; lot: string; level: string; value: string | null }
  | { kind: 'ignored'; reason: Sentence }
  | { kind: 'waiting'; reason: Sentence }

export interface Facts {
  known: Known
  /** When the message came. */
  at: Date
  processing: 'production' | 'training' | 'debugging' | 'control'
}

const wait = (text: string, values?: Sentence['values']): Decision => ({ kind: 'waiting', reason: sentence(text, values) })
const ignore = (text: string, values?: Sentence['values']): Decision => ({ kind: 'ignored', reason: sentence(text, values) })

const fold = (text: string) => text.trim().toUpperCase()

/** The sample that a person chose or the result names; a sentence where none or more than one is meant. */
const sampleOf = (result: AnalyserResult, known: Known, chosen: string | null): KnownSample | Decision => {
  const named = chosen === null ? [...new Set(result.accessions.map(fold))].filter(Boolean) : [chosen]
  if (named.length === 0) return wait('The message names no sample.')
  const found = named.flatMap((accession) => known.samples.get(accession) ?? [])
  if (found.length > 1)
    return wait('The message names two samples: {first} and {second}.', { first: found[0]!.code, second: found[1]!.code })
  return found[0] ?? wait('Sample {number} not found.', { number: named[0]! })
}

/** The one test on the sample that the result is meant for. */
const testOf = (known: Known, sample: KnownSample, panel: { id: number; name: string }): KnownTest | Decision => {
  const asked = known.tests.filter((test) => test.sample_id === sample.id && test.panel_id === panel.id)
  const active = asked.filter(({ state }) => state !== 'cancelled')
  const open = active.filter(({ state }) => state !== 'approved')
  const message = { test: panel.name, number: sample.code }
  if (open.length > 1) return wait('{test} was requested more than once on sample {number}.', message)
  const [test] = open.length > 0 ? open : active.slice(-1)
  if (test) return test
  if (asked.length > 0) return wait('{test} was cancelled on sample {number}.', message)
  return wait('{test} was not requested on sample {number}.', message)
}

const statusWords: Record<Exclude<AnalyserResult['status'], 'final' | 'corrected'>, string> = {
  cannot: 'The analyser could not measure it.',
  deleted: 'The analyser withdrew this result.',
  wrong: 'The analyser reports that this result was wrong.',
  preliminary: 'This result is not final yet.',
  unknown: 'The status of this result from the analyser is unknown.',
}

const mappedValue = ({ values }: MappedCode, sent: string) => Object.entries(values).find(([from]) => fold(from) === fold(sent))?.[1]

interface Value {
  value: string
  unit: string
}
/** The value in our words, and its unit; a sentence where either cannot be said for certain. */
const valueOf = (result: AnalyserResult, code: MappedCode, panel: ResultPanel): Value | Decision => {
  const sent = result.value
  if (sent === null || sent.trim() === '') return wait('The message has no value.')
  const mapped = mappedValue(code, sent) ?? (panel.kind === 'qualitative' ? mappedValue(code, result.valueText) : undefined)
  const isChoice = (text: string) => panel.choices.some((choice) => fold(choice.value) === fold(text))
  const isWording = mapped === undefined && panel.kind === 'qualitative' && !isChoice(sent) && isChoice(result.valueText)
  const value = mapped ?? (isWording ? result.valueText : sent).trim()
  if (isNoResult(`${sent} ${result.valueText}`) && meansNormal(panel, value))
    return wait('{value} is not a result: it is never entered as {choice}.', { value: sent.slice(0, 80), choice: value.slice(0, 80) })
  if (panel.kind === 'qualitative' && !isChoice(value))
    return wait('{value} is not a choice of this test. Add its meaning to the value map of the analyser.', { value: sent.slice(0, 80) })
  if (panel.kind !== 'quantitative') return { value, unit: '' }
  if (code.unit === null) return { value, unit: result.unit }
  // A unit that is known and another one is no other way of writing: somebody has set the instrument anew.
  const isOther = [panel.unit, ...panel.units.map(({ unit }) => unit)].some((unit) => unit !== null && isSameUnit(unit, result.unit))
  if (isOther && result.unit !== '' && !isSameUnit(code.unit, result.unit))
    return wait('Sent in {unit}, but the code map of the analyser has {other}.', { unit: result.unit, other: code.unit })
  return { value, unit: code.unit }
}

const isSameNumber = (a: string | null, b: string | null) => a !== null && b !== null && fractionOf(a).join() === fractionOf(b).join()
/** The same number, whatever its decimals are; the same words where it is none. */
const isThere = (test: KnownTest, read: ReadResult) =>
  isSameNumber(test.value, read.value) ? test.comparator === read.comparator : test.result === read.result && test.value === read.value

/** What to do with a value that fits, by what the test has already. */
const against = (
  test: KnownTest,
  { value, unit }: Value,
  read: ReadResult,
  { at, isChosen }: { at: Date; isChosen: boolean },
): Decision => {
  if (test.result_id !== null && isThere(test, read)) return { kind: 'there', test, resultId: test.result_id }
  if (test.state === 'approved') return wait('Another result is already approved: {result}.', { result: test.result ?? '' })
  // What comes by itself takes the place of an earlier run; what a person gave to the sample takes the place of nothing.
  if (test.result_id !== null && (test.origin !== 'analyser' || isChosen))
    return wait('A different result is already entered: {result}.', { result: test.result ?? '' })
  if (test.entered_at !== null && test.entered_at > at)
    return wait('A later message contains a different result: {result}.', { result: test.result ?? '' })
  return { kind: 'enter', test, result: value, unit }
}

const decidePatient = (result: AnalyserResult, code: MappedCode, { known, at }: Facts, chosen: string | null): Decision => {
  const panel = code.panel_id === null ? undefined : known.panels.get(code.panel_id)
  if (code.panel_id === null || !panel) return ignore('This code is not mapped to a test.')
  const sample = sampleOf(result, known, chosen)
  if ('kind' in sample) return sample
  const refused = refusalOfSample(sample)
  if (refused) return { kind: 'waiting', reason: refused }
  // Who chose the sample has compared the two.
  const other = chosen === null ? checkPatient(result.patient, sample, known.owners) : null
  if (other) return { kind: 'waiting', reason: other }
  const test = testOf(known, sample, { id: code.panel_id, name: panel.name })
  if ('kind' in test) return test
  if (result.status !== 'final' && result.status !== 'corrected') return wait(statusWords[result.status])
  const value = valueOf(result, code, panel)
  if ('kind' in value) return value
  const read = readResult(panel, value.value, value.unit)
  if ('problem' in read) return { kind: 'waiting', reason: read.problem }
  return against(test, value, read.ok, { at, isChosen: chosen !== null })
}

/** The controls whose lot stands where the number of a sample does, unless that is a sample of ours. */
const controlsByLot = (result: AnalyserResult, known: Known) => {
  const names = [result.lot, ...result.accessions].map(fold).filter(Boolean)
  return names.some((name) => known.samples.has(name)) ? [] : known.controls.filter(({ lot }) => names.includes(lot))
}

/** The sample of ours among the numbers of what is called control material by the beginning of a number alone. */
const sampleBehindControl = ({ isControlByNumber, accessions }: AnalyserResult, known: Known): KnownSample | undefined =>
  isControlByNumber ? accessions.flatMap((accession) => known.samples.get(fold(accession)) ?? [])[0] : undefined

const decideControl = (result: AnalyserResult, facts: Facts): Decision => {
  const { known } = facts
  const code = known.codes.get(result.code)
  // A lot of one level needs no word on which it is.
  const levels = new Set(controlsByLot(result, known).map(({ level }) => level))
  const [only = ''] = levels.size === 1 ? levels : []
  const panel = code?.panel_id ? known.panels.get(code.panel_id) : undefined
  const read = panel && result.value !== null ? readResult(panel, result.value, code?.unit ?? result.unit) : undefined
  return {
    kind: 'control',
    panelId: code?.panel_id ?? null,
    lot: result.lot || result.accession || '',
    level: result.level || only,
    value: read && 'ok' in read ? read.ok.value : null,
  }
}

/**
 * What becomes of a result: it is entered only where its number is that of a collected sample of ours, its code is mapped, and that test
 * was asked for on that sample and is open. Control material is never a patient's, and a part of a result is never entered. Anything else
 * waits, with the reason. `chosen` is the number of the sample that a person chose for it.
 */
export const decide = (result: AnalyserResult, facts: Facts, chosen: string | null = null): Decision => {
  const { known, processing } = facts
  const ours = sampleBehindControl(result, known)
  if (ours && chosen === null)
    return wait('The message marks it as control material, but sample {number} belongs to a patient.', { number: ours.code })
  if ((result.isControl && !ours) || controlsByLot(result, known).length > 0) return decideControl(result, facts)
  if (processing !== 'production') return ignore('The message was sent for training or testing.')
  if (result.part !== '') return ignore('{part} is part of a result: kept with the message, not entered.', { part: result.part })
  if (result.doubt) return { kind: 'waiting', reason: result.doubt }
  if (!result.code) return wait('The result has no code.')
  const code = known.codes.get(result.code)
  if (!code) return wait('Code {code} is not in the code map of the analyser.', { code: result.code })
  return decidePatient(result, code, facts, chosen)
}
