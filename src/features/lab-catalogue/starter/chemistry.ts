import { adults, bench, bySex, type StarterPanel } from './shape.ts'

const serum = bench({ specimen: 'SER', section: 'Chemistry', turnaround: 120 })
const glucose = bench({ specimen: 'FLU', section: 'Chemistry', turnaround: 60, units: [{ unit: 'mg/dL', factor: '0.055506' }] })

const perDecilitre = [{ unit: 'g/dL', factor: '10' }]
const milliequivalents = [{ unit: 'meq/L', factor: '1' }]
const bilirubin = [{ unit: 'mg/dL', factor: '17.1' }]
const cholesterol = [{ unit: 'mg/dL', factor: '0.02586' }]
const enzyme = [{ unit: '[IU]/L', factor: '1' }]
const ofEnzyme = { low_valid: '0', high_valid: '50000' }

const kidney: readonly StarterPanel[] = [
  serum.number('NA', 'Sodium', 'mmol/L', 0, {
    loinc: '2951-2',
    units: milliequivalents,
    ranges: adults({ low: '133', high: '146', low_critical: '120', high_critical: '155', low_valid: '80', high_valid: '220' }),
  }),
  serum.number('K', 'Potassium', 'mmol/L', 1, {
    loinc: '2823-3',
    units: milliequivalents,
    ranges: adults({ low: '3.5', high: '5.3', low_critical: '2.8', high_critical: '6.0', low_valid: '1', high_valid: '15' }),
  }),
  serum.number('CL', 'Chloride', 'mmol/L', 0, {
    loinc: '2075-0',
    units: milliequivalents,
    ranges: adults({ low: '95', high: '108', low_valid: '50', high_valid: '180' }),
  }),
  serum.number('HCO3', 'Bicarbonate', 'mmol/L', 0, {
    loinc: '1963-8',
    units: milliequivalents,
    ranges: adults({ low: '22', high: '29', low_critical: '10', high_critical: '40', low_valid: '1', high_valid: '80' }),
  }),
  serum.number('UREA', 'Urea', 'mmol/L', 1, {
    loinc: '22664-7',
    // Of urea nitrogen.
    units: [{ unit: 'mg/dL', factor: '0.357143' }],
    ranges: adults({ low: '2.5', high: '7.8', high_critical: '30', low_valid: '0', high_valid: '150' }),
  }),
  serum.number('CREA', 'Creatinine', 'umol/L', 0, {
    loinc: '14682-9',
    units: [{ unit: 'mg/dL', factor: '88.4' }],
    ranges: bySex({ low: '60', high: '110' }, { low: '45', high: '90' }, { high_critical: '300', low_valid: '5', high_valid: '5000' }),
  }),
  serum.calculated('EGFR', 'Estimated glomerular filtration rate (CKD-EPI 2021)', 'egfr_ckd_epi_2021(CREA)', {
    unit: 'mL/min/{1.73_m2}',
    decimals: 0,
    loinc: '98979-8',
    ranges: adults({ low: '90' }),
  }),
  serum.calculated('AGAP', 'Anion gap', 'anion_gap(NA, K, CL, HCO3)', { unit: 'mmol/L', decimals: 0 }),
  serum.number('URIC', 'Uric acid', 'umol/L', 0, {
    loinc: '14933-6',
    units: [{ unit: 'mg/dL', factor: '59.48' }],
    ranges: bySex({ low: '200', high: '430' }, { low: '140', high: '360' }, { low_valid: '10', high_valid: '3000' }),
  }),
]

const liver: readonly StarterPanel[] = [
  serum.number('TP', 'Total protein', 'g/L', 0, {
    loinc: '2885-2',
    units: perDecilitre,
    ranges: adults({ low: '60', high: '80', low_valid: '10', high_valid: '200' }),
  }),
  serum.number('ALB', 'Albumin', 'g/L', 0, {
    loinc: '1751-7',
    units: perDecilitre,
    ranges: adults({ low: '35', high: '50', low_valid: '5', high_valid: '90' }),
  }),
  serum.number('TBIL', 'Bilirubin, total', 'umol/L', 0, {
    loinc: '14631-6',
    units: bilirubin,
    ranges: adults({ low: '3', high: '17', low_valid: '0', high_valid: '1500' }),
  }),
  serum.number('DBIL', 'Bilirubin, direct', 'umol/L', 0, {
    loinc: '14629-0',
    units: bilirubin,
    ranges: adults({ low: '0', high: '5', low_valid: '0', high_valid: '1200' }),
  }),
  // Critical from fifteen times the upper limit on.
  serum.number('ALT', 'Alanine aminotransferase (ALT)', 'U/L', 0, {
    loinc: '1742-6',
    units: enzyme,
    ranges: bySex({ low: '7', high: '55', high_critical: '825' }, { low: '7', high: '45', high_critical: '675' }, ofEnzyme),
  }),
  serum.number('AST', 'Aspartate aminotransferase (AST)', 'U/L', 0, {
    loinc: '1920-8',
    units: enzyme,
    ranges: bySex({ low: '8', high: '48', high_critical: '720' }, { low: '8', high: '43', high_critical: '645' }, ofEnzyme),
  }),
  serum.number('ALP', 'Alkaline phosphatase (ALP)', 'U/L', 0, {
    loinc: '6768-6',
    units: enzyme,
    ranges: adults({ low: '30', high: '130', ...ofEnzyme }),
  }),
  serum.number('GGT', 'Gamma-glutamyltransferase (GGT)', 'U/L', 0, {
    loinc: '2324-2',
    units: enzyme,
    ranges: bySex({ low: '10', high: '46' }, { low: '6', high: '29' }, ofEnzyme),
  }),
]

const bone: readonly StarterPanel[] = [
  serum.number('CA', 'Calcium, total', 'mmol/L', 2, {
    loinc: '2000-8',
    units: [{ unit: 'mg/dL', factor: '0.249501' }],
    ranges: adults({ low_critical: '1.8', high_critical: '3.0', low_valid: '0.5', high_valid: '6', text: 'See adjusted calcium' }),
  }),
  serum.calculated('CAADJ', 'Calcium, adjusted for albumin', 'adjusted_calcium(CA, ALB)', {
    unit: 'mmol/L',
    decimals: 2,
    ranges: adults({ low: '2.2', high: '2.6', low_critical: '1.8', high_critical: '3.0' }),
  }),
  serum.number('PHOS', 'Phosphate', 'mmol/L', 2, {
    loinc: '14879-1',
    units: [{ unit: 'mg/dL', factor: '0.322852' }],
    ranges: adults({ low: '0.8', high: '1.5', low_critical: '0.3', low_valid: '0.05', high_valid: '10' }),
  }),
  serum.number('MG', 'Magnesium', 'mmol/L', 2, {
    loinc: '2601-3',
    units: [
      { unit: 'mg/dL', factor: '0.411438' },
      { unit: 'meq/L', factor: '0.5' },
    ],
    ranges: adults({ low: '0.7', high: '1.0', low_critical: '0.4', high_critical: '2.0', low_valid: '0.1', high_valid: '8' }),
  }),
]

/** Limits of a decision, not what most people have. */
const lipids: readonly StarterPanel[] = [
  serum.number('CHOL', 'Cholesterol, total', 'mmol/L', 2, {
    loinc: '14647-2',
    units: cholesterol,
    ranges: adults({ high: '5.0', low_valid: '0.5', high_valid: '40', text: '< 5.0' }),
  }),
  serum.number('TRIG', 'Triglycerides', 'mmol/L', 2, {
    loinc: '14927-8',
    units: [{ unit: 'mg/dL', factor: '0.01129' }],
    ranges: adults({ high: '1.7', high_critical: '20', low_valid: '0.1', high_valid: '150', text: '< 1.7 fasting' }),
  }),
  serum.number('HDL', 'HDL cholesterol', 'mmol/L', 2, {
    loinc: '14646-4',
    units: cholesterol,
    ranges: bySex({ low: '1.0', text: '> 1.0' }, { low: '1.2', text: '> 1.2' }, { low_valid: '0.05', high_valid: '8' }),
  }),
  serum.calculated('LDL', 'LDL cholesterol, calculated', 'ldl_friedewald(CHOL, HDL, TRIG)', {
    unit: 'mmol/L',
    decimals: 2,
    loinc: '39469-2',
    ranges: adults({ high: '3.0', text: '< 3.0, lower by risk' }),
  }),
  serum.calculated('NONHDL', 'Non-HDL cholesterol', 'CHOL - HDL', { unit: 'mmol/L', decimals: 2 }),
]

const sugar: readonly StarterPanel[] = [
  glucose.number('GLU', 'Glucose, random', 'mmol/L', 1, {
    loinc: '14749-6',
    item: 'RBS',
    ranges: adults({ low_critical: '2.6', high_critical: '25', low_valid: '0.1', high_valid: '100' }),
  }),
  glucose.number('GLUF', 'Glucose, fasting', 'mmol/L', 1, {
    loinc: '14771-0',
    ranges: adults({
      low: '3.9',
      high: '5.5',
      low_critical: '2.6',
      high_critical: '25',
      low_valid: '0.1',
      high_valid: '100',
      text: '3.9-5.5; diabetes from 7.0',
    }),
  }),
  serum.number('HBA1C', 'Haemoglobin A1c', 'mmol/mol', 0, {
    loinc: '59261-8',
    specimen: 'EDTA',
    // IFCC = (NGSP - 2.15) × 10.929
    units: [{ unit: '%', factor: '10.929', offset: '-23.49735' }],
    ranges: adults({ low: '20', high: '41', low_valid: '5', high_valid: '250', text: '20-41; diabetes from 48' }),
  }),
]

const byAssay = 'As the maker of the assay states'
const others: readonly StarterPanel[] = [
  serum.number('TSH', 'Thyroid-stimulating hormone (TSH)', 'm[IU]/L', 2, {
    loinc: '3016-3',
    units: [{ unit: 'mU/L', factor: '1' }],
    ranges: adults({ low: '0.35', high: '5.5', low_valid: '0', high_valid: '1000' }),
  }),
  serum.number('FT4', 'Free thyroxine (free T4)', 'pmol/L', 1, {
    loinc: '14920-3',
    units: [{ unit: 'ng/dL', factor: '12.87' }],
    ranges: adults({ low: '8', high: '22', low_valid: '0', high_valid: '200' }),
  }),
  serum.number('CRP', 'C-reactive protein', 'mg/L', 0, {
    loinc: '1988-5',
    units: [{ unit: 'mg/dL', factor: '10' }],
    ranges: adults({ high: '5', low_valid: '0', high_valid: '1000', text: '< 5' }),
  }),
  serum.number('CK', 'Creatine kinase', 'U/L', 0, {
    loinc: '2157-6',
    units: enzyme,
    ranges: bySex({ low: '40', high: '320' }, { low: '25', high: '200' }, { high_critical: '2000', low_valid: '0', high_valid: '500000' }),
  }),
  serum.number('TNI', 'Troponin I, high sensitivity', 'ng/L', 0, {
    loinc: '89579-7',
    turnaround: 60,
    units: [{ unit: 'ng/mL', factor: '1000' }],
    ranges: [{ low_valid: '0', high_valid: '500000', text: byAssay }],
  }),
  serum.number('TNT', 'Troponin T, high sensitivity', 'ng/L', 0, {
    loinc: '67151-1',
    turnaround: 60,
    units: [{ unit: 'ng/mL', factor: '1000' }],
    ranges: [{ low_valid: '0', high_valid: '500000', text: byAssay }],
  }),
  serum.number('AMY', 'Amylase', 'U/L', 0, {
    loinc: '1798-8',
    units: enzyme,
    ranges: adults({ high_critical: '250', ...ofEnzyme, text: byAssay }),
  }),
]

export const chemistryPanels: readonly StarterPanel[] = [...kidney, ...liver, ...bone, ...lipids, ...sugar, ...others]
