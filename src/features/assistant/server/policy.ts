import type { Person } from './engine.ts'

/**
 * Whether somebody may still read an answer of their own: with every right that it needed; a patient, while it is about the record that
 * their account is on. Which rows an answer counts is decided by each subject's own rules.
 */
export const mayRead = (
  { role, permissions }: Person,
  { needs, patient_id }: { needs: readonly string[]; patient_id: number | null },
  own: number | null,
) =>
  role === 'patient' ? needs.length === 0 && (patient_id === null || patient_id === own) : needs.every((right) => permissions.has(right))
