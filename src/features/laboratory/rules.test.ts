import { describe, expect, test } from 'vitest'
import { flagsToLookAt, problemsIn, reasonsToLook, remarkProblems, remarkWords } from './rules.ts'

describe('the problems that a remark names', () => {
  test.each([
    ['PLATELET CLUMPS?', ['clumps']],
    ['PLT Aggregation', ['clumps']],
    ['RBC agglutination?', ['clumps']],
    ['Sample hemolysed', ['haemolysed']],
    ['haemolysis index 3+', ['haemolysed']],
    ['HEM 2+', ['haemolysed']],
    ['Hémolyse', ['haemolysed']],
    ['lipaemic & icteric', ['lipaemic', 'icteric']],
    ['LIPEMIA++', ['lipaemic']],
    ['Turbidity', ['lipaemic']],
    ['clotted', ['clotted']],
    ['Fibrin clot', ['clotted']],
    ['SHORT SAMPLE', ['short sample']],
    ['Insufficient sample', ['short sample']],
    ['QNS', ['short sample']],
    ['Suspect result', ['suspect']],
    ['Carryover possible', ['carry-over']],
    ['Reagent expired', ['not valid']],
    ['Haemoglobin checked twice', []],
    ['repeated once', []],
    ['', []],
  ])('%j: %j', (text, problems) => expect(problemsIn(text)).toEqual(problems))

  test('every problem has words', () => expect(remarkWords.map(([problem]) => problem).toSorted()).toEqual([...remarkProblems].toSorted()))
})

describe('the flags that somebody looks at', () => {
  test.each([
    ['', 'normal', []],
    ['N', 'normal', []],
    ['L', 'low', []],
    ['LL', 'critical low', []],
    ['h', 'high', []],
    ['H', 'normal', ['H']],
    ['L', null, ['L']],
    ['L', 'high', ['L']],
    ['A', 'normal', ['A']],
    ['> A', 'high', ['>', 'A']],
    ['W', 'normal', ['W']],
    ['HH N', 'critical high', []],
  ] as const)('%j beside %s: %j', (flags, flag, looked) => expect(flagsToLookAt(flags, flag)).toEqual(looked))
})

test('a known problem, words that nobody knows, a flag and a missing range are reasons each', () => {
  const plain = { flag: 'normal', has_range: true, instrument_comment: '', instrument_flags: 'N' } as const
  expect(reasonsToLook(plain)).toEqual([])
  expect(reasonsToLook({ ...plain, flag: null, is_undecided: true })).toEqual(['undecided'])
  expect(reasonsToLook({ ...plain, instrument_comment: 'CLOT' })).toEqual(['instrument_comment'])
  expect(reasonsToLook({ ...plain, instrument_comment: 'Xyzzy 17' })).toEqual(['instrument_comment'])
  expect(reasonsToLook({ ...plain, instrument_flags: 'A' })).toEqual(['instrument_flag'])
  expect(reasonsToLook({ ...plain, has_range: false, instrument_comment: 'x', instrument_flags: '<' })).toEqual([
    'no_range',
    'instrument_comment',
    'instrument_flag',
  ])
})
