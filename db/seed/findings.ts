import { findingsOfBody } from './findings-body.ts'
import { findingsOfFever } from './findings-fever.ts'
import { findingsOfPlanned } from './findings-planned.ts'
import { findingsOfReviews } from './findings-reviews.ts'
import { findingsOfSkin } from './findings-skin.ts'
import type { Finding } from './findings-row.ts'

const all: Readonly<Record<string, Finding>> = {
  ...findingsOfFever,
  ...findingsOfBody,
  ...findingsOfSkin,
  ...findingsOfPlanned,
  ...findingsOfReviews,
}

/** What is measured, asked, seen and said when somebody comes for this reason; throws when nothing is known. */
export const findingOf = (key: string): Finding => {
  const finding = all[key]
  if (!finding) throw new RangeError(`Nothing is found for ${key}`)
  return finding
}
