import type { NumberFormat } from './contract.ts'

/** The number as people see it, in the way the database function next_number writes it. */
export const writeNumber = ({ prefix, with_year, width }: NumberFormat, year: number, number: number) =>
  `${prefix}${with_year ? `${year}-` : ''}${String(number).padStart(width, '0')}`
