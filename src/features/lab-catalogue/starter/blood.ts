import { adults, ADULT, bench, bySex, choices, years, type StarterPanel, type StarterRange } from './shape.ts'

const blood = bench({ specimen: 'EDTA', section: 'Haematology', turnaround: 60 })
const clotting = bench({ specimen: 'CIT', section: 'Coagulation', turnaround: 120 })
const bank = bench({ specimen: 'EDTA', section: 'Blood bank', turnaround: 60 })

const tenfold = [{ unit: 'g/dL', factor: '10' }]

/** Half the age, for women of ten years more: by decade, each held against its middle. */
const esrRanges: StarterRange[] = [18, 30, 40, 50, 60, 70, 80].flatMap((from, index, starts) => {
  const to = starts[index + 1]
  const middle = Math.floor(from / 10) * 10 + 5
  const span = {
    age_from_days: years(from),
    ...(to !== undefined && { age_to_days: years(to) }),
    low: '0',
    low_valid: '0',
    high_valid: '200',
  }
  return [
    { ...span, sex: 'male' as const, high: String(Math.floor(middle / 2)) },
    { ...span, sex: 'female' as const, high: String(Math.floor((middle + 10) / 2)) },
  ]
})

const cells = (low: string, high: string, more: StarterRange = {}) => adults({ low, high, low_valid: '0', high_valid: '500', ...more })

export const bloodPanels: readonly StarterPanel[] = [
  blood.number('WBC', 'White blood cells', '10*9/L', 2, {
    loinc: '6690-2',
    ranges: cells('4.0', '11.0', { low_critical: '1.0', high_critical: '30', high_valid: '900' }),
  }),
  blood.number('RBC', 'Red blood cells', '10*12/L', 2, {
    loinc: '789-8',
    ranges: bySex({ low: '4.5', high: '5.5' }, { low: '4.0', high: '5.0' }, { low_valid: '0.3', high_valid: '12' }),
  }),
  blood.number('HB', 'Haemoglobin', 'g/L', 0, {
    loinc: '718-7',
    item: 'HB',
    units: tenfold,
    ranges: bySex(
      { low: '130', high: '180' },
      { low: '115', high: '165' },
      { low_critical: '70', high_critical: '200', low_valid: '10', high_valid: '300' },
    ),
  }),
  blood.number('HCT', 'Haematocrit', 'L/L', 2, {
    loinc: '4544-3',
    units: [{ unit: '%', factor: '0.01' }],
    ranges: bySex(
      { low: '0.40', high: '0.54' },
      { low: '0.35', high: '0.47' },
      { low_critical: '0.20', high_critical: '0.60', low_valid: '0.02', high_valid: '0.85' },
    ),
  }),
  blood.number('MCV', 'Mean cell volume', 'fL', 1, {
    loinc: '787-2',
    ranges: adults({ low: '80', high: '99', low_valid: '30', high_valid: '180' }),
  }),
  blood.number('MCH', 'Mean cell haemoglobin', 'pg', 1, {
    loinc: '785-6',
    ranges: adults({ low: '27', high: '33', low_valid: '8', high_valid: '60' }),
  }),
  blood.number('MCHC', 'Mean cell haemoglobin concentration', 'g/L', 0, {
    loinc: '786-4',
    units: tenfold,
    ranges: adults({ low: '300', high: '350', low_valid: '150', high_valid: '500' }),
  }),
  blood.number('RDW', 'Red cell distribution width', '%', 1, {
    loinc: '788-0',
    ranges: adults({ low: '11.5', high: '15.3', low_valid: '5', high_valid: '50' }),
  }),
  blood.number('PLT', 'Platelets', '10*9/L', 0, {
    loinc: '777-3',
    ranges: cells('150', '400', { low_critical: '50', high_critical: '1000', high_valid: '5000' }),
  }),
  blood.number('NEUT', 'Neutrophils', '10*9/L', 2, {
    loinc: '751-8',
    ranges: cells('2.5', '7.5', { low_critical: '1.0', high_critical: '30' }),
  }),
  blood.number('LYMPH', 'Lymphocytes', '10*9/L', 2, { loinc: '731-0', ranges: cells('1.5', '4.0') }),
  blood.number('MONO', 'Monocytes', '10*9/L', 2, { loinc: '742-7', ranges: cells('0.2', '0.8') }),
  blood.number('EOS', 'Eosinophils', '10*9/L', 2, { loinc: '711-2', ranges: cells('0.04', '0.44') }),
  blood.number('BASO', 'Basophils', '10*9/L', 2, { loinc: '704-7', ranges: cells('0', '0.1') }),
  blood.number('ESR', 'Erythrocyte sedimentation rate', 'mm/h', 0, { loinc: '4537-7', item: 'ESR', turnaround: 120, ranges: esrRanges }),
  blood.coded('SICKLE', 'Sickling test', choices(['Negative'], ['Positive'])),

  clotting.number('PT', 'Prothrombin time', 's', 1, {
    loinc: '5902-2',
    ranges: adults({ low: '11', high: '13.5', low_valid: '5', high_valid: '200' }),
  }),
  clotting.number('INR', 'International normalised ratio', '{INR}', 1, {
    loinc: '6301-6',
    ranges: adults({ low: '0.8', high: '1.2', high_critical: '5.0', low_valid: '0.5', high_valid: '20' }),
  }),
  clotting.number('APTT', 'Activated partial thromboplastin time', 's', 1, {
    loinc: '14979-9',
    ranges: adults({ low: '25', high: '35', low_valid: '10', high_valid: '300' }),
  }),
  clotting.number('FIB', 'Fibrinogen', 'g/L', 1, {
    loinc: '3255-7',
    units: [{ unit: 'mg/dL', factor: '0.01' }],
    ranges: adults({ low: '1.5', high: '4.0', low_critical: '1.5', high_critical: '11', low_valid: '0', high_valid: '25' }),
  }),

  bank.coded('ABO', 'ABO blood group', choices(['A', 'B', 'AB', 'O'], []), { loinc: '883-9' }),
  bank.coded('RH', 'Rhesus D', choices(['Positive', 'Negative', 'Weak D'], []), { loinc: '10331-7' }),
  bank.coded('DAT', 'Direct Coombs test', choices(['Negative'], ['Positive'])),
  bank.coded('IAT', 'Indirect Coombs test', choices(['Negative'], ['Positive']), { specimen: 'SER' }),

  bench({ specimen: 'SER', section: 'Chemistry', turnaround: 120 }).number('FERR', 'Ferritin', 'ug/L', 0, {
    loinc: '2276-4',
    ranges: [
      { sex: 'male', age_from_days: ADULT, low: '30', high: '400', low_valid: '0', high_valid: '100000' },
      { sex: 'female', age_from_days: ADULT, low: '15', high: '150', low_valid: '0', high_valid: '100000' },
    ],
  }),
]
