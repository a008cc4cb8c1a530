/** What an instrument measures: its code, what a healthy person has, and how it is written. */
export interface Measurement {
  code: string
  name: string
  unit: string
  mean: number
  spread: number
  decimals: number
}

const measurement = (code: string, name: string, unit: string, mean: number, spread: number, decimals: number): Measurement => ({
  code,
  name,
  unit,
  mean,
  spread,
  decimals,
})

/** Panels that can be played, by name. */
export const panels: Record<string, readonly Measurement[]> = {
  FBC: [
    measurement('WBC', 'Leukocytes', '10*9/L', 7, 2, 2),
    measurement('RBC', 'Erythrocytes', '10*12/L', 4.8, 0.5, 2),
    measurement('HGB', 'Haemoglobin', 'g/dL', 13.8, 1.6, 1),
    measurement('HCT', 'Haematocrit', '%', 42, 4, 1),
    measurement('MCV', 'Mean cell volume', 'fL', 88, 5, 1),
    measurement('PLT', 'Platelets', '10*9/L', 270, 60, 0),
  ],
  RENAL: [
    measurement('NA', 'Sodium', 'mmol/L', 140, 3, 0),
    measurement('K', 'Potassium', 'mmol/L', 4.2, 0.5, 1),
    measurement('CL', 'Chloride', 'mmol/L', 102, 3, 0),
    measurement('UREA', 'Urea', 'mmol/L', 5, 1.5, 1),
    measurement('CREA', 'Creatinine', 'umol/L', 80, 18, 0),
  ],
  GLUCOSE: [measurement('GLU', 'Glucose', 'mmol/L', 5.4, 1, 1)],
}

/** How it is measured where an order names a code that no panel has. */
const unknown = (code: string) => measurement(code, code, '', 10, 2, 1)
export const measurementOf = (code: string): Measurement =>
  Object.values(panels)
    .flat()
    .find((one) => one.code === code) ?? unknown(code)

/** A plausible value; about one in twenty lies outside what is usual. */
export const measure = ({ mean, spread, decimals }: Measurement, isControl = false): string => {
  // A sum of uniform numbers is near enough to how people differ.
  const deviation = Array.from({ length: 6 }, () => Math.random() - 0.5).reduce((sum, part) => sum + part, 0) * Math.SQRT2
  return Math.max(0, mean + deviation * spread * (isControl ? 0.15 : 1)).toFixed(decimals)
}
