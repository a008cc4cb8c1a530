import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownData } from '../../../testing/inputs/folders.ts'
import { describeReference } from '../../../testing/inputs/reference.ts'
import { usualLayout, type MessageLayout, findPreset, presets } from '../contract.ts'
import { readBareRecords } from './astm-records.ts'
import { readAstm } from './astm.ts'
import { readHl7 } from './hl7.ts'

const dir = ownData('instruments')
const readWith = (bytes: Buffer, protocol: 'hl7' | 'astm', layout: MessageLayout) =>
  protocol === 'hl7' ? readHl7(bytes, layout).message : readAstm(readBareRecords(bytes)[0]!, layout)
const read = (name: string, key = name.replace(/\..*$/, '')) => {
  const { protocol, layout } = findPreset(key)!
  return readWith(readFileSync(join(dir, name)), protocol, layout)
}
/** The results that are no parts of others. */
const own = ({ results }: ReturnType<typeof read>) => results.filter(({ part }) => part === '')

describe('presets of instruments', () => {
  test.each([
    ['abbott-architect.hl7', 'S2602110113', 'Wambui Grace', 'TSH 1.9, FERR 84'],
    ['genexpert-astm.astm', 'S2602110106', 'Njoroge Peter', 'MTB-RIF MTB NOT DETECTED'],
    ['genexpert-hl7.hl7', 'S2602110114', 'Njoroge Peter', 'MTB-RIF MTB DETECTED MEDIUM, RIF DETECTED'],
    ['horiba-micros60.astm', 'S2602110101', 'Wambui Grace', 'WBC 7.2, RBC 4.61, HGB 10.9, HCT 33.1, PLT 312, LYMPH 35.2'],
    ['horiba-pentra60.astm', 'S2602110102', 'Wambui Grace', 'WBC 7.2, RBC 4.61, HGB 10.9, HCT 33.1, PLT 312, NEUT 58.1, EOS 2.5'],
    ['mindray-ba88a.astm', 'S2602110103', 'Otieno Daniel', 'GLU 97, CREA 0.9, ALT 28, AST 22, ALB 4.1'],
    ['mindray-bc2000.hl7', 'S2602110108', 'Wambui Grace', 'WBC 7.2, RBC 4.61, HGB 10.9, HCT 33.1, PLT 312'],
    ['mindray-bc5380.hl7', 'S2602110109', 'Wambui Grace', 'WBC 7.2, RBC 4.61, HGB 10.9, HCT 33.1, PLT 312, MCV 87.8'],
    ['mindray-bs200.hl7', 'S2602110110', 'Wambui Grace', 'GLU 97, CREA 0.9, ALT 28, AST 22, ALB 4.1'],
    ['mindray-bs300.hl7', 'S2602110111', 'Wambui Grace', 'GLU 97, CREA 0.9, ALT 28, AST 22, ALB 4.1'],
    ['mindray-bs360e.hl7', 'S2602110112', 'Wambui Grace', 'GLU 97, CREA 0.9, ALT 28, AST 22, ALB 4.1'],
    ['stago-start4.astm', 'S2602110104', 'Wambui Grace', 'PT 12.5, INR 1.05'],
    ['sysmex-xn.astm', 'S2602110105', 'Wambui Grace', 'WBC 7.2, RBC 4.61, HGB 10.9, HCT 33.1, PLT 312'],
  ])('%s: sample, patient and results', (name, accession, patient, results) => {
    const message = read(name)
    expect([...new Set(own(message).map((one) => `${one.accession} of ${one.patient?.name}`))]).toEqual([`${accession} of ${patient}`])
    expect(
      own(message)
        .map(({ code, value }) => `${code} ${value}`)
        .join(', '),
    ).toBe(results)
    expect([message.problems, own(message).filter(({ doubt, isControl }) => doubt !== null || isControl)]).toEqual([[], []])
  })
  test('every one has a message of its own, and a place that its protocol has', () => {
    const names = readdirSync(dir)
    expect(presets.filter(({ key, protocol }) => !names.includes(`${key}.${protocol}`))).toEqual([])
  })
  test('birth date and sex are read where this instrument has them, and control material by the beginning of its number', () => {
    expect(own(read('mindray-ba88a.astm'))[0]!.patient).toEqual({
      id: 'MRN-20418',
      name: 'Otieno Daniel',
      birthDate: '1979-03-02',
      sex: 'M',
    })
    expect(read('mindray-bs200-control.hl7', 'mindray-bs200').results.map(({ isControl, accession }) => [isControl, accession])).toEqual([
      [true, 'QC-26A'],
      [true, 'QC-26A'],
    ])
  })
})

describe('parts of a result', () => {
  test('probes, their Ct, internal controls and log values are never results of their own', () => {
    const parts = (name: string) => read(name, 'genexpert-astm').results.map(({ part }) => part)
    const ofProbes = ['SPC', 'SPC Ct', 'IS1081-IS6110', 'IS1081-IS6110 Ct', 'rpoB1', 'rpoB1 Ct', 'rpoB1 EndPt', 'QC-1', 'RIF']
    expect(parts('genexpert-astm.astm')).toEqual(['', ...ofProbes])
    expect(own(read('genexpert-viral-load.astm', 'genexpert-astm'))).toMatchObject([
      { code: 'HIV-VL/HIV-1', codeText: 'HIV-1 Viral Load XC', value: '1250', valueText: 'DETECTED', unit: 'copies/mL' },
    ])
    expect(parts('genexpert-viral-load.astm')).toEqual(['', 'HIV-1 LOG', 'IQS-H Ct'])
  })
  test('without a layout what names a part waits, and the dose of a test does not', () => {
    const plain = readWith(readFileSync(join(dir, 'genexpert-detected.astm')), 'astm', usualLayout)
    expect(plain.results.map(({ code, doubt }) => [code, doubt?.values['part'] ?? ''])).toEqual([
      ['Xpert', ''],
      ['Xpert', ''],
      ['Xpert', 'Ct'],
      ['Xpert', ''],
      ['Xpert', 'Ct'],
    ])
    const dose = astmOf('O|1|S1', 'R|1|^^^TSH^^^^DOSE|1.9|mIU/L||N||F').results[0]!
    expect([dose.code, dose.doubt]).toEqual(['TSH', null])
  })
})

const astmOf = (...rows: (string | Partial<MessageLayout>)[]) => {
  const records = rows.filter((row) => typeof row === 'string')
  const layout = Object.assign({}, usualLayout, ...rows.filter((row) => typeof row !== 'string')) as MessageLayout
  return readAstm(Buffer.from(['H|\\^&|||GX|||||||P|LIS2-A2|20260211', ...records, 'L|1|N', ''].join('\r')), layout)
}
const assay = (analyte: string, value: string, status = 'F') =>
  `R|1|^MTB-RIF^^Xpert^Xpert MTB-RIF Ultra^4^${analyte}^|${value}|||||${status}`
const genexpert = findPreset('genexpert-astm')!.layout

const mtb = (value: string) => assay('MTB', value)

const rif = (value: string) => assay('RIF', value)

describe('tuberculosis and rifampicin', () => {
  test.each([
    // The first result alone, as some versions send it.
    ['NOT DETECTED^', null, 'MTB NOT DETECTED', 'MTB not detected'],
    ['NOT DETECTED', '', 'MTB NOT DETECTED', 'MTB not detected'],
    ['MTB NOT DETECTED', 'NOT DETECTED', 'MTB NOT DETECTED', 'MTB not detected'],
    ['NOT DETECTED', 'ERROR', 'MTB NOT DETECTED', 'MTB not detected'],
    ['DETECTED LOW', 'NOT DETECTED', 'MTB DETECTED LOW, RIF NOT DETECTED', 'MTB detected, rifampicin resistance not detected'],
    ['DETECTED HIGH', 'Rif Resistance DETECTED', 'MTB DETECTED HIGH, RIF DETECTED', 'MTB detected, rifampicin resistance detected'],
    ['DETECTED', 'INDETERMINATE', 'MTB DETECTED, RIF INDETERMINATE', 'MTB detected, rifampicin resistance indeterminate'],
    ['DETECTED TRACE', 'INDETERMINATE', 'MTB DETECTED TRACE, RIF INDETERMINATE', 'MTB detected, trace'],
    // No word for it: it waits, unless somebody mapped the text.
    ['DETECTED LOW', 'ERROR', 'MTB DETECTED LOW, RIF ERROR', ''],
    ['INVALID', '', 'MTB INVALID', ''],
    ['INVALID', 'NOT DETECTED', 'MTB INVALID', ''],
    ['ERROR^5011', '', 'MTB ERROR', ''],
    ['NO RESULT', '', 'MTB NO RESULT', ''],
  ])('%s and %s are one result', (mtb, rif, value, valueText) => {
    const rows = [assay('MTB', mtb), ...(rif === null ? [] : [assay('RIF', rif)])]
    const [first, second] = astmOf(genexpert, 'O|1|S1', ...rows).results
    expect(first).toMatchObject({ code: 'MTB-RIF', value, valueText, part: '', doubt: null })
    expect(second?.part ?? 'RIF').toBe('RIF')
  })
  test.each([
    ['NOT DETECTED', 'DETECTED', 'MTB not detected, but rifampicin resistance is {value}: one of the two is wrong.'],
    ['DETECTED LOW', '', 'MTB detected, but the message has no result for rifampicin resistance.'],
  ])('%s and %s wait', (mtb, rif, doubt) => {
    expect(astmOf(genexpert, 'O|1|S1', assay('MTB', mtb), assay('RIF', rif)).results[0]!.doubt?.text).toBe(doubt)
  })
  test('a result that is not final, or two of one sample, wait; another sample is another result', () => {
    const preliminary = astmOf(genexpert, 'O|1|S1', assay('MTB', 'DETECTED LOW'), assay('RIF', 'NOT DETECTED', 'P')).results[0]!
    expect(preliminary.status).toBe('preliminary')
    const statusOf = (mtbStatus: string, rifStatus: string) =>
      astmOf(genexpert, 'O|1|S1', assay('MTB', 'DETECTED LOW', mtbStatus), assay('RIF', 'NOT DETECTED', rifStatus)).results[0]!.status
    expect([statusOf('C', 'P'), statusOf('C', 'F'), statusOf('C', 'X'), statusOf('F', 'C'), statusOf('P', 'F')]).toEqual([
      'preliminary',
      'corrected',
      'cannot',
      'corrected',
      'preliminary',
    ])
    const twice = astmOf(genexpert, 'O|1|S1', assay('MTB', 'NOT DETECTED'), assay('MTB', 'DETECTED LOW')).results
    expect(twice.map(({ doubt }) => doubt?.text)).toEqual(
      Array.from({ length: 2 }, () => 'The message has more than one result for this test.'),
    )
    const two = astmOf(
      genexpert,
      'O|1|S1',
      assay('MTB', 'DETECTED'),
      assay('RIF', 'DETECTED'),
      'O|2|S2',
      assay('MTB', 'NOT DETECTED'),
    ).results
    expect(two.map(({ accession, value, part }) => [accession, value, part])).toEqual([
      ['S1', 'MTB DETECTED, RIF DETECTED', ''],
      ['S1', 'DETECTED', 'RIF'],
      ['S2', 'MTB NOT DETECTED', ''],
    ])
  })
  test('apart, resistance counts only where MTB was detected', () => {
    const apart = (...rows: string[]) =>
      astmOf({ ...genexpert, combine_mtb_rif: false }, 'O|1|S1', ...rows).results.map(({ code, value, doubt }) => [
        code,
        value,
        doubt !== null,
      ])
    expect(apart(mtb('DETECTED LOW'), rif('NOT DETECTED'))).toEqual([
      ['MTB-RIF/MTB', 'DETECTED LOW', false],
      ['MTB-RIF/RIF', 'NOT DETECTED', false],
    ])
    expect(apart(mtb('NOT DETECTED'), rif('NOT DETECTED'))[1]).toEqual(['MTB-RIF/RIF', 'NOT APPLICABLE', false])
    expect(apart(mtb('NOT DETECTED'), rif('DETECTED'))[1]).toEqual(['MTB-RIF/RIF', 'DETECTED', true])
    for (const none of ['INVALID', 'ERROR', 'NO RESULT', 'INDETERMINATE'])
      expect(apart(mtb(none), rif('NOT DETECTED'))[1]).toEqual(['MTB-RIF/RIF', 'NOT DETECTED', true])
    expect(apart(rif('NOT DETECTED'))).toEqual([['MTB-RIF/RIF', 'NOT DETECTED', true]])
    // By plain codes and without any layout as well.
    const plain = astmOf('O|1|S1', 'R|1|^^^MTB|Negative|||||F', 'R|2|^^^RIF|Negative|||||F').results
    expect(plain.map(({ value }) => value)).toEqual(['Negative', 'NOT APPLICABLE'])
  })
})

const numbersOf = (layout: Partial<MessageLayout>, ...rows: string[]) =>
  astmOf(layout, ...rows, 'R|1|^^^K|4').results.map(({ accession }) => accession)

describe('the number of the sample', () => {
  test.each<[string, Partial<MessageLayout>, string[], string]>([
    ['O-3', { sample_field: 'O-3' }, ['O|1|S1|X^^S2^B'], 'S1'],
    ['O-3, and nothing there', { sample_field: 'O-3' }, ['O|1||1^2^S2^B'], ''],
    ['O-4', { sample_field: 'O-4' }, ['O|1|RACK7|S2'], 'S2'],
    ['a component of O-4', { sample_field: 'O-4.3' }, ['O|1||1^2^ S2^B'], 'S2'],
    ['a part of a component', { sample_field: 'O-3.2', sample_separator: '/', sample_piece: 2 }, ['O|1|LAB^K7/S2/01'], 'S2'],
    ['a part that is not there', { sample_field: 'O-3', sample_separator: '/', sample_piece: 2 }, ['O|1|S2'], ''],
    ['the first part, wherever it stands', { sample_separator: '-', sample_piece: 1 }, ['O|1|S2-07'], 'S2'],
    ['a field of the patient', { sample_field: 'P-3' }, ['P|1|S7', 'O|1|RUN12'], 'S7'],
    ['a field of the patient without an order', { sample_field: 'P-4' }, ['P|1||S7'], 'S7'],
  ])('%s', (_name, layout, rows, expected) => expect(numbersOf(layout, ...rows)).toEqual([expected]))

  test('of one patient is not that of the next', () => {
    const two = astmOf({ sample_field: 'P-3' }, 'P|1|S7', 'O|1', 'R|1|^^^K|4', 'P|2', 'O|1', 'R|1|^^^K|5').results
    expect(two.map(({ accession }) => accession)).toEqual(['S7', ''])
  })
  test.each<[string, Partial<MessageLayout>, string]>([
    ['OBR-2', { sample_field: 'OBR-2' }, 'A2'],
    ['OBR-3', { sample_field: 'OBR-3' }, 'A3'],
    ['a component of SPM-2', { sample_field: 'SPM-2.2' }, 'F9'],
    ['PID-3', { sample_field: 'PID-3' }, 'P7'],
    ['a part of OBR-2', { sample_field: 'OBR-2', sample_separator: 'A', sample_piece: 2 }, '2'],
    ['where it usually stands', {}, 'S8'],
  ])('in HL7: %s', (_name, layout, expected) => {
    const segments = [
      'MSH|^~\\&|X|Y|||20260211||ORU^R01|1|P|2.5.1',
      'PID|1||P7',
      'OBR|1|A2|A3|FBC',
      'OBX|1|NM|K||4',
      'SPM|1|S8^F9||SER',
      '',
    ]
    const { results } = readHl7(Buffer.from(segments.join('\r')), { ...usualLayout, ...layout }).message
    expect(results.map(({ accession }) => accession)).toEqual([expected])
  })
})

describeReference('astm/openelis-profiles', 'profiles of instruments that others wrote', (folder) => {
  test('every instrument of theirs that speaks over a line has a preset with its tests', () => {
    const theirs = readdirSync(folder).flatMap((name) => {
      const [, protocol, key] = /__(astm|hl7)__(.*)\.json$/.exec(name) ?? []
      if (!protocol || !key) return []
      const { default_test_mappings: tests } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        default_test_mappings: { test_code: string; loinc: string }[]
      }
      return [{ key, protocol, tests }]
    })
    expect(theirs).toHaveLength(13)
    const missing = theirs.flatMap(({ key, protocol, tests }) => {
      const preset = findPreset(key)
      if (preset?.protocol !== protocol) return [key]
      return tests.filter(({ test_code, loinc }) => preset.tests[test_code] !== loinc).map(({ test_code }) => `${key} ${test_code}`)
    })
    expect(missing).toEqual([])
  })
})

describeReference('astm/openelis', 'ASTM messages that others sent, by preset', (folder) => {
  test.each([
    ['horiba-micros60-cbc.astm', 'horiba-micros60', 'SAMPLE-2026-0002', 16],
    ['horiba-pentra60-cbc.astm', 'horiba-pentra60', 'SAMPLE-2026-0001', 20],
    ['hematology-cbc.astm', 'sysmex-xn', 'SAMPLE-2025-0001', 10],
    ['mindray-ba88a-result.txt', 'mindray-ba88a', 'ACC-2026-001', 10],
    ['stago-start4-coagulation.astm', 'stago-start4', 'SAMPLE-2026-0002', 5],
  ])('%s', (name, key, accession, count) => {
    const path = readdirSync(folder).find((one) => one.endsWith(`__${name}`))!
    const { results } = readWith(readFileSync(join(folder, path)), 'astm', findPreset(key)!.layout)
    expect(own({ results } as ReturnType<typeof read>)).toHaveLength(count)
    expect(new Set(results.map((one) => one.accession))).toEqual(new Set([accession]))
    expect(results.every(({ patient, code }) => patient!.name !== '' && patient!.birthDate !== null && code !== '')).toBe(true)
  })
})
