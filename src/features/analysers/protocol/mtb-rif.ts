import { sentence } from '#shared/sentence.ts'
import { analyteOf, type MessageLayout } from './layout.ts'
import type { AnalyserResult } from './message.ts'

const fold = (text: string) => text.trim().toUpperCase().replaceAll(/\s+/g, ' ')

/** Tuberculosis and resistance to rifampicin, as instruments and LOINC name them. */
const MTB: ReadonlySet<string> = new Set(['MTB', 'MTBC', 'MTB COMPLEX', '85362-2'])
const RIF: ReadonlySet<string> = new Set(['RIF', 'RIF RESISTANCE', 'RIFAMPICIN', 'RIFAMPICIN RESISTANCE', 'RIFAMPIN', '46244-0'])
const isResultIn = (names: ReadonlySet<string>, { code, isControl, part }: AnalyserResult) =>
  !isControl && part === '' && names.has(fold(analyteOf(code)))

/** A result without the name that some instruments put before it: NOT DETECTED of "MTB NOT DETECTED". */
const wordOf = ({ value, valueText }: AnalyserResult) =>
  fold(valueText || value || '').replace(/^(?:MTBC?|RIF(?:AMPICIN|AMPIN)?(?: RESISTANCE)?)(?: |$)/, '')

type Found = 'absent' | 'present' | 'none'
/** Whether something was detected; of what could not be decided (invalid, error, no result, indeterminate) neither is said. */
const foundIn = (word: string): Found => {
  if (/\b(?:INDETERMINATE|INVALID|ERROR|NO RESULT|ABORTED)\b/.test(word)) return 'none'
  if (/^(?:NOT[ -]DETECTED|UNDETECTED|NEGATIVE|NEG)$/.test(word)) return 'absent'
  return /^(?:DETECTED|POSITIVE|POS|TRACE)\b/.test(word) ? 'present' : 'none'
}

const MORE_THAN_ONE = sentence('The message has more than one result for this test.')
const contradiction = (value: string) =>
  sentence('MTB not detected, but rifampicin resistance is {value}: one of the two is wrong.', { value })

/** In the words of a test with both in one result; empty where there are none for it. */
const together = (mtb: string, rif: string): string => {
  if (foundIn(mtb) === 'absent') return 'MTB not detected'
  if (foundIn(mtb) === 'none') return ''
  const resistance = { absent: 'not detected', present: 'detected', none: rif === 'INDETERMINATE' ? 'indeterminate' : '' }[foundIn(rif)]
  if (/\bTRACE\b/.test(mtb) && foundIn(rif) === 'none') return 'MTB detected, trace'
  return resistance === '' ? '' : `MTB detected, rifampicin resistance ${resistance}`
}

const lines = (...texts: readonly string[]) => [...new Set(texts.filter(Boolean))].join('\n')

const isToEnter = ({ status }: AnalyserResult) => status === 'final' || status === 'corrected'

/** Both as one result. Resistance is a part of it only where MTB was detected. */
const combine = (mtb: AnalyserResult, rif: AnalyserResult | undefined): AnalyserResult => {
  const [first, second] = [wordOf(mtb), rif ? wordOf(rif) : '']
  const assay = mtb.code.includes('/') ? mtb.code.slice(0, mtb.code.lastIndexOf('/')) : 'MTB-RIF'
  const isPresent = foundIn(first) === 'present'
  const value = [`MTB ${first}`, isPresent && second !== '' && `RIF ${second}`].filter(Boolean).join(', ')
  const both: AnalyserResult = {
    ...mtb,
    code: assay,
    value: mtb.value === null ? null : value,
    valueText: together(first, second),
    // How much was found, and that it was found at all, is looked at before it is approved.
    comment: lines(isPresent ? value : '', mtb.comment, rif?.comment ?? ''),
    flags: [...new Set([...mtb.flags, ...(isPresent ? (rif?.flags ?? []) : [])])],
    // A correction of the one makes the other no more final than it is.
    status: isPresent && rif && rif.status !== 'final' && isToEnter(mtb) ? rif.status : mtb.status,
  }
  if (isPresent && second === '')
    return { ...both, doubt: sentence('MTB detected, but the message has no result for rifampicin resistance.') }
  return foundIn(first) === 'absent' && foundIn(second) === 'present' ? { ...both, doubt: contradiction(second) } : both
}

/** Rifampicin resistance by itself: it counts where MTB was detected, and does not apply where it was not. */
const beside = (rif: AnalyserResult, mtb: AnalyserResult | undefined): AnalyserResult => {
  const [word, found] = [wordOf(rif), mtb ? foundIn(wordOf(mtb)) : 'none']
  if (found === 'present' || word === '') return rif
  if (found === 'absent')
    return foundIn(word) === 'present'
      ? { ...rif, doubt: contradiction(word) }
      : { ...rif, value: 'NOT APPLICABLE', valueText: 'Not applicable' }
  if (foundIn(word) === 'none') return rif
  return { ...rif, doubt: sentence('Rifampicin resistance counts only where MTB was detected: {value}.', { value: word }) }
}

const isAssayOfBoth = ({ code, codeText }: AnalyserResult) => /RIF|ULTRA/i.test(`${code} ${codeText}`)

/**
 * Puts the results for tuberculosis and rifampicin resistance of one sample into relation: "not detected" of the resistance stands only where
 * MTB was detected, and where the layout says so both are one result. As many results as before, in their order.
 */
export const settleMtbRif = (results: readonly AnalyserResult[], layout: MessageLayout): AnalyserResult[] => {
  const settled = [...results]
  const places = [...results.keys()].filter((at) => isResultIn(MTB, results[at]!) || isResultIn(RIF, results[at]!))
  const groups = Map.groupBy(places, (at) => results[at]!.accession || `order ${results[at]!.order}`)
  for (const group of groups.values()) {
    const [mtb, ...moreMtb] = group.filter((at) => isResultIn(MTB, results[at]!))
    const [rif, ...moreRif] = group.filter((at) => isResultIn(RIF, results[at]!))
    if (moreMtb.length + moreRif.length > 0) {
      if (rif !== undefined || layout.combine_mtb_rif) for (const at of group) settled[at] = { ...results[at]!, doubt: MORE_THAN_ONE }
    } else if (layout.combine_mtb_rif && mtb !== undefined && (rif !== undefined || isAssayOfBoth(results[mtb]!))) {
      settled[mtb] = combine(results[mtb]!, rif === undefined ? undefined : results[rif])
      if (rif !== undefined) settled[rif] = { ...results[rif]!, part: analyteOf(results[rif]!.code) }
    } else if (rif !== undefined) settled[rif] = beside(results[rif]!, mtb === undefined ? undefined : results[mtb])
  }
  return settled
}
