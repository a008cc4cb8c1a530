import type { DiagnosisSystem } from './contract.ts'

const shapes: Record<DiagnosisSystem, RegExp> = {
  'icd-10': /^[A-Z][0-9]{2}(\.[0-9]{1,2})?$/,
  'icd-10-cm': /^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$/,
  'icd-11': /^[0-9A-Z]{4,6}(\.[0-9A-Z]{1,3})?([&/][0-9A-Z]{4,6}(\.[0-9A-Z]{1,3})?)*$/,
  local: /^.{1,30}$/u,
}
/** What lies between the chapters of ICD-10. */
const noChapter = /^(D9|E9[1-9]|H9[6-9]|K9[6-9]|P9[7-9]|T99)/

/** A code as its classification writes it: capital letters, and the point of ICD-10 after three. */
export const tidyCode = (system: DiagnosisSystem, typed: string): string => {
  if (system === 'local') return typed.trim()
  const code = typed.trim().toUpperCase()
  return system !== 'icd-11' && /^[A-Z][0-9][0-9A-Z]{2,5}$/.test(code) ? `${code.slice(0, 3)}.${code.slice(3)}` : code
}

/** True for a tidy code that its classification can have. */
export const isCodeOf = (system: DiagnosisSystem, code: string): boolean =>
  shapes[system].test(code) && !(system.startsWith('icd-10') && noChapter.test(code))

/** The letters and digits of what looks like a code (J45, j45.9, 1B20.1), or like the beginning of one; empty for words. */
export const typedCode = (q: string): string => {
  const text = q.trim().toLowerCase()
  return /^[a-z0-9]{2,7}(\.[a-z0-9]{0,4})?$/.test(text) && /\d/.test(text) ? text.replace('.', '') : ''
}
