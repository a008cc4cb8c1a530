import type { TriageScale } from '#features/attendance/rules.ts'

export type LevelColour = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'white'
export interface Level {
  level: 1 | 2 | 3 | 4 | 5
  name: string
  colour: LevelColour
  /** How long somebody may wait at most; null where the scale names no time. */
  minutes: number | null
}

const scale = (...rows: readonly (readonly [name: string, colour: LevelColour, minutes: number | null])[]): readonly Level[] =>
  rows.map(([name, colour, minutes], index) => ({ level: (index + 1) as Level['level'], name, colour, minutes }))

/** The five levels of each scale, the most urgent first, with their colours and target times. */
export const levelsOf: Record<TriageScale, readonly Level[]> = {
  esi: scale(
    ['Resuscitation', 'red', 0],
    ['Emergent', 'orange', 10],
    ['Two or more resources', 'yellow', null],
    ['One resource', 'green', null],
    ['No resources', 'blue', null],
  ),
  manchester: scale(
    ['Immediate', 'red', 0],
    ['Very urgent', 'orange', 10],
    ['Urgent', 'yellow', 60],
    ['Standard', 'green', 120],
    ['Non-urgent', 'blue', 240],
  ),
  sats: scale(
    ['Emergency', 'red', 0],
    ['Very urgent', 'orange', 10],
    ['Urgent', 'yellow', 60],
    ['Routine', 'green', 240],
    ['Dead on arrival', 'blue', 120],
  ),
  ctas: scale(
    ['Resuscitation', 'blue', 0],
    ['Emergent', 'red', 15],
    ['Urgent', 'yellow', 30],
    ['Less urgent', 'green', 60],
    ['Non-urgent', 'white', 120],
  ),
  ats: scale(
    ['Immediately life-threatening', 'red', 0],
    ['Imminently life-threatening', 'orange', 10],
    ['Potentially life-threatening', 'green', 30],
    ['Potentially serious', 'blue', 60],
    ['Less urgent', 'white', 120],
  ),
}

/**
 * How often a waiting patient of a level is observed again, in minutes; level 1 is observed without a break. CTAS, care and reassessment by
 * level (secondary copy; level 5 from its target time); used for every scale, as a setting that a clinical lead has still to confirm.
 */
export const observeMinutes: Readonly<Record<Level['level'], number | null>> = { 1: null, 2: 15, 3: 30, 4: 60, 5: 120 }
export const observeMinutesOf = (level: number): number | null => observeMinutes[level as Level['level']] ?? null

export const scaleLabel: Record<TriageScale, string> = {
  esi: 'Emergency Severity Index',
  manchester: 'Manchester',
  sats: 'South African Triage Scale',
  ctas: 'Canadian (CTAS)',
  ats: 'Australasian (ATS)',
}

export const levelOf = (of: TriageScale, level: number): Level | undefined => levelsOf[of][level - 1]
